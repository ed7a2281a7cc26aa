import type { FilterModel, GridState } from '#engine';

/** Props of every filter control. */
export type FilterControlProps = {
  readonly grid: Pick<GridState, 'setFilter'>;
  readonly filter: FilterModel;
  readonly value: unknown;
  /** Id of the control, which its label refers to. */
  readonly id: string;
  /** Milliseconds without typing before text is passed on; long enough to save queries unless told. */
  readonly pause?: number;
};
