import type { Model } from '#engine';

export type Step = {
  readonly live: Model;
  readonly next: Model;
  /** What the person who publishes holds now, and what they held of permissions that come back. */
  readonly features: ReadonlySet<string>;
  readonly roles: readonly string[];
  /** Earlier models with fields, entities and features that are not live and come back, the newest first. */
  readonly earlier?: readonly Model[];
  /**
   * Present where `next` is a release that was published before, exactly as it was: the model in force before the
   * person's own latest publications. What roles held in it was decided by others, and may be put back.
   */
  readonly others?: Model;
};
