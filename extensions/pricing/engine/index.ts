/** Steps of a calculation: checked, run exactly for one set of values, and column by column for all of them. */
export {
  areSound,
  checkSteps,
  mostSteps,
  needsOfTree,
  type ReadyStep,
  type StepsCheck,
} from './checkSteps.ts';
export {
  allDimensions,
  askExactly,
  type Column,
  columnOf,
  combinationsOf,
  type Doubtful,
  exactUpTo,
  noCell,
  spread,
  tenTo,
  UnfitColumn,
} from './columns/column.ts';
export {
  plusColumn,
  roundColumn,
  type SignedColumn,
  selectColumn,
  sumColumn,
  timesColumn,
} from './columns/columnMath.ts';
export { type ColumnSource, columnTree, roundingOf } from './columns/columnTree.ts';
export { sumTerms, type Term } from './columns/sumTerms.ts';
export { type ExactRun, exactTree, isDecimal, type StepSource, type StepValue } from './exactTree.ts';
export {
  chosen as chosenLookUp,
  indexOf as indexLookUps,
  runSteps,
  type StepsOutcome,
  type StepValues,
  stepValue,
  stepValueOf,
} from './runSteps.ts';
export { StepError } from './StepError.ts';
export {
  type AppliedChange,
  applies,
  type Part,
  type PartChange,
  type Sum,
  sumParts,
} from './sumParts.ts';
export {
  cellKey,
  type LookUp,
  type Step,
  type StepBook,
  type StepProblem,
  type StepResult,
} from './types.ts';
