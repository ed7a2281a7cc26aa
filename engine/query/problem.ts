/** A problem in a request's query: a message key with parameters, translated later. */
export type Problem = { readonly message: string; readonly params: Readonly<Record<string, unknown>> };

/** Carries a problem through the parser; never leaves engine/query. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(found: Problem) {
    super(found.message);
    this.problem = found;
  }
}

/** `throw problem(key, params)`. */
export function problem(message: string, params: Problem['params']): ProblemError {
  return new ProblemError({ message, params });
}
