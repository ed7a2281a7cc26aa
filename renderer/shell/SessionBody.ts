import type { PersonContext, UserContext } from '#engine';

/** The answer of `/api/session`. */
export type SessionBody = {
  /** With the records that are about the person. */
  readonly User: PersonContext;
  readonly Features: readonly string[];
  /** Set while the password is a generated one: nothing but choosing an own one is open. */
  readonly MustChangePassword?: boolean;
};

/** Who is signed in, as rules and policies read it. */
export function readUser(body: SessionBody): UserContext {
  return { ...body.User, Features: body.Features };
}
