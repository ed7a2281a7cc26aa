import type { FilterModel, GridState } from '#engine';

/** Props of every filter control. */
export type FilterControlProps = {
  readonly grid: GridState;
  readonly filter: FilterModel;
  readonly value: unknown;
  /** Id of the control, which its label refers to. */
  readonly id: string;
};
