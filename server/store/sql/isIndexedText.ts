/** Whether a text search can use an index without its order: the index is much smaller than the table. */
import type { Condition } from '#engine';
import type { EntityTable } from '../entityTable.ts';
import type { Dialect } from './dialect.ts';
import { sortedFields } from './tableSchema.ts';

type Test = Extract<Condition, { kind: 'test' }>;

/** True if the condition looks for part of a text and the index of that text alone decides it. */
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

/** These operators scan an index instead of looking up in it. */
function isPartOfText({ operator }: Test): boolean {
  return operator === 'contains' || operator === 'words';
}

function testsOf(condition: Condition): readonly Test[] {
  if (condition.kind === 'test') return [condition];
  if (condition.kind === 'constant') return [];
  return condition.kind === 'not' ? testsOf(condition.of) : condition.of.flatMap(testsOf);
}
