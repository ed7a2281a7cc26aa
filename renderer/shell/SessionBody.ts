import type { UserContext } from '#engine';

/** The answer of `/api/session`. */
export type SessionBody = {
  readonly User: Omit<UserContext, 'Features'>;
  readonly Features: readonly string[];
};

/** Who is signed in, as rules and policies read it. */
export function readUser(body: SessionBody): UserContext {
  return { ...body.User, Features: body.Features };
}
