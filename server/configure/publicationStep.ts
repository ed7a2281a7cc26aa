import type { Model } from '#engine';

export type Step = {
  readonly live: Model;
  readonly next: Model;
  /** Of the person who publishes. */
  readonly features: ReadonlySet<string>;
  readonly roles: readonly string[];
  /** Earlier models with fields and entities that are not live and come back. */
  readonly earlier?: readonly Model[];
};
