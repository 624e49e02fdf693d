/**
 * `true` under this key of an AI message's `additional_kwargs`: the message stands for a model call that failed for good, and
 * its text says why. A task that ends on it has failed; the same text without the mark is an answer like any other.
 */
export const MODEL_FAILURE_MARK = "antler_model_failure";
