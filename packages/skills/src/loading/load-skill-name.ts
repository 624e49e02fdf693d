/** The tool that brings a skill's body in, where `skills.loading` is `index`. */
export const LOAD_SKILL = "load_skill";
