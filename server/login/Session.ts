import type { UserContext } from '#engine';

/** Who calls: a login that was checked for this very call. */
export type Session = {
  readonly id: string;
  readonly token: string;
  readonly user: UserContext;
  /** The same as `user.Features`, for quick look-up. */
  readonly features: ReadonlySet<string>;
  /** True when the login came with the cookie, which a foreign page could make the browser send. */
  readonly isByCookie: boolean;
  /** The password was generated and told: nothing but choosing an own one is open. */
  readonly mustChangePassword: boolean;
  /** Set when this call prolonged the login: the cookie has to be sent again. */
  readonly isRenewed: boolean;
};
