import type { UserContext } from '#engine';

/** The caller: a login or an API key, checked for this call. */
export type Session = {
  readonly id: string;
  readonly token: string;
  readonly user: UserContext;
  /** The same as `user.Features`, for quick lookup. */
  readonly features: ReadonlySet<string>;
  /** True if the login came by cookie, which a foreign page could make the browser send. */
  readonly isByCookie: boolean;
  /** The password was generated, so only choosing a new one is allowed. */
  readonly mustChangePassword: boolean;
  /** Set when this call prolonged the login: the cookie must be sent again. */
  readonly isRenewed: boolean;
  /** The sign-in provider; absent: a password. */
  readonly provider?: string;
  /** Set for a program that calls with an API key. */
  readonly key?: CallingKey;
};

export type CallingKey = {
  /** How the key begins, as lists and history show it. */
  readonly prefix: string;
  /** The only entities it reaches; absent: all that its features open. */
  readonly entities?: ReadonlySet<string>;
};
