import type { FilterModel, GridState } from '#engine';

/** Props of every filter control. */
export type FilterControlProps = {
  readonly grid: Pick<GridState, 'setFilter'>;
  readonly filter: FilterModel;
  readonly value: unknown;
  /** Id of the control, which its label refers to. */
  readonly id: string;
};
