/** What is wrong with a request's query: a message key and its parameters, for a person in their language. */
export type Problem = { readonly message: string; readonly params: Readonly<Record<string, unknown>> };

/** Carries a problem from where it is found to where the query is answered; never leaves engine/query. */
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
