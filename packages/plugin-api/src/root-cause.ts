/**
 * What was thrown before langchain wrapped it, once per wrapper. Its wrapper carries the name of the error inside, so it is
 * known by its brand only. Anything else is returned as it is.
 */
export function rootCause(thrown: unknown): unknown {
  let current = thrown;
  while (isWrapper(current) && current.cause !== undefined) current = current.cause;
  return current;
}

function isWrapper(thrown: unknown): thrown is Error {
  return thrown instanceof Error && "~brand" in thrown && thrown["~brand"] === "MiddlewareError";
}
