/** Texts that are found by their index, though no order of it leads to them: it is much smaller than the table. */
import type { Condition } from '#engine';
import type { EntityTable } from '../entityTable.ts';
import type { Dialect } from './dialect.ts';
import { sortedFields } from './tableSchema.ts';

type Test = Extract<Condition, { kind: 'test' }>;

/** Whether a part of a text is looked for, and the index of that text alone tells which rows pass. */
export function isIndexedText(
  condition: Condition | undefined,
  { table, dialect }: { readonly table: EntityTable; readonly dialect: Dialect },
): boolean {
  const tests = condition ? testsOf(condition) : [];
  const field = tests[0]?.path.field;
  if (!field || !dialect.hasKey(field) || !tests.some(isPartOfText)) return false;
  const isOfKey = ({ path, operator }: Test) =>
    path.through.length === 0 && path.field === field && operator !== 'has';
  return tests.every(isOfKey) && sortedFields(table).includes(field);
}

/** What an index cannot look up: it is gone through. */
function isPartOfText({ operator }: Test): boolean {
  return operator === 'contains' || operator === 'words';
}

function testsOf(condition: Condition): readonly Test[] {
  if (condition.kind === 'test') return [condition];
  if (condition.kind === 'constant') return [];
  return condition.kind === 'not' ? testsOf(condition.of) : condition.of.flatMap(testsOf);
}
