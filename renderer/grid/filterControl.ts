import type { FilterModel, GridState } from '#engine';

/** What every control of a filter is given. */
export type FilterControlProps = {
  readonly grid: GridState;
  readonly filter: FilterModel;
  readonly value: unknown;
  /** Id the control must carry, so that its label finds it. */
  readonly id: string;
};
