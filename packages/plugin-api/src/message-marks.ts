/**
 * `true` under this key of an AI message's `additional_kwargs`: the message stands for a model call that failed for good, and
 * its text says why. A task that ends on it has failed; the same text without the mark is an answer like any other.
 */
export const MODEL_FAILURE_MARK = "antler_model_failure";

/**
 * `true` under this key of a human message's `additional_kwargs`: a middleware wrote it, not the user. Put it on every human
 * message that you add to the state or to a request, so that nobody takes it for what the user wants.
 */
export const NOT_FROM_USER_MARK = "antler_not_from_user";
