import type { PersonContext, UserContext } from '#engine';

/** The answer of `/api/session`. */
export type SessionBody = {
  /** Includes the records about the person. */
  readonly User: PersonContext;
  readonly Features: readonly string[];
  /** The password was generated: until a new one is chosen, nothing else is allowed. */
  readonly MustChangePassword?: boolean;
};

/** The signed-in person, as rules and policies read it. */
export function readUser(body: SessionBody): UserContext {
  return { ...body.User, Features: body.Features };
}
