export { type Check, checkDeclarations } from './declaration/checkDeclarations.ts';
export { declarationSchemas } from './declaration/checkShape.ts';
export { compileBundle, createBundle } from './model/bundle.ts';
export { parametersOf } from './model/compileApi.ts';
export { type Compilation, compileModel } from './model/compileModel.ts';
export { formatMessage, hasMessage, locales } from './model/messages.ts';
export { type ResolvedPath, resolveAmong, resolvePath } from './model/paths.ts';
export * from './model/types.ts';
export { type Comparison, compareValues } from './query/compareValues.ts';
export { type FilterOperator, filterOperators, operatorsOf } from './query/filterOperators.ts';
export { lookupRanks } from './query/lookupValues.ts';
export { matches, satisfies } from './query/matches.ts';
export { nearestName } from './query/nearestName.ts';
export { type ListQuery, type ListQueryResult, parseListQuery } from './query/parseListQuery.ts';
export type { Problem as QueryProblem } from './query/problem.ts';
export {
  type Condition,
  canonicalMoment,
  comparisonOf,
  type FieldPath,
  isScaled,
  resolveFilter,
  resolveStored,
  UnknownPathError,
} from './query/resolveFilter.ts';
export { signOf, sortRecords, withTieBreak } from './query/sortRecords.ts';
export {
  baseLetters,
  compareText,
  foldText,
  highest,
  separator,
  textKey,
  uniqueKey,
  wellFormed,
} from './query/textKey.ts';
