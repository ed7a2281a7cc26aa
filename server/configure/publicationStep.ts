import type { DataRecord, Model, UserContext } from '#engine';

export type Step = {
  readonly live: Model;
  readonly next: Model;
  /** The rights of the publisher now, plus those they held through restored features. */
  readonly features: ReadonlySet<string>;
  readonly roles: readonly string[];
  /** The publisher. */
  readonly user: UserContext;
  /** Earlier models with the fields, entities and features that this step restores, newest first. */
  readonly earlier?: readonly Model[];
  /**
   * Present when `next` equals an earlier release: the model before the person's own latest publications.
   * Others decided what roles held in it, so those rights may be restored.
   */
  readonly others?: Model;
  /** Email templates by their codes. */
  readonly templates?: ReadonlyMap<string, DataRecord>;
};
