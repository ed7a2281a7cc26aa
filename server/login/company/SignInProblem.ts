/** Why a sign-in with a provider ended: the last part of a message key, `ui.sign-in.problem.<reason>`. */
export type ProblemReason =
  | 'unreachable'
  | 'settings'
  | 'declined'
  | 'expired'
  | 'answer'
  | 'no-account'
  | 'no-group'
  | 'domain'
  | 'inactive'
  | 'ambiguous'
  | 'name-taken'
  | 'above'
  | 'last-manager';

export class SignInProblem extends Error {
  override readonly name = 'SignInProblem';
  readonly reason: ProblemReason;

  constructor(reason: ProblemReason, cause?: unknown) {
    super(`sign-in refused: ${reason}`, { cause });
    this.reason = reason;
  }
}
