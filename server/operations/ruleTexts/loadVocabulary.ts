/** What the texts of a rule field may refer to, for one record. */

import type {
  DataRecord,
  FieldModel,
  FilterTree,
  Operand,
  OperandType,
  RuleFieldModel,
  RuleVocabulary,
} from '#engine';
import { allOf, equals } from '../filters.ts';
import { ruleContext } from '../OperationCall.ts';
import { completeRecord } from '../shapeRecord.ts';
import type { From } from './loadOperandValues.ts';
import { loadOperandValues, type OperandValues } from './loadOperandValues.ts';
import { pageOf } from './pageOf.ts';

type VocabularyRequest = {
  readonly field: FieldModel;
  /** The record that has the rule; its values select the operands. */
  readonly record: DataRecord;
  /** Also load the listed values of each operand. */
  readonly withValues?: boolean;
};

const noValues: OperandValues = new Map();

/** Loads operands from the store and functions from the declaration. */
export async function loadVocabulary(from: From, request: VocabularyRequest): Promise<RuleVocabulary> {
  const { call } = from;
  const { rule } = request.field;
  const operand = rule && call.runtime.planOf(rule.operands.entity).entity.operand;
  if (!rule || !operand) return { operands: [], functions: [] };
  const records = await operandRecords(from, request);
  const values = request.withValues ? await loadOperandValues(from, request.field, records) : noValues;
  const vars = { ...ruleContext(call, { action: 'get' }) };
  const names = new Map(records.map((record) => [record.Id, String(record[operand.name] ?? '')]));
  const operands = records.flatMap((record): readonly Operand[] => {
    const name = record[operand.name];
    if (typeof name !== 'string' || name === '') return [];
    const type = typeOf(operand.type.evaluate({ root: record, vars }));
    const label = String(record[operand.label] ?? name);
    const follows = names.get(record[operand.values?.follows?.operand ?? '']);
    const page = pageOf(operand.pages, record);
    return [{ id: String(record.Id), name, label, type, values: values.get(record.Id), follows, page }];
  });
  return { operands: operands.toSorted(byName), functions: operand.functions };
}

/** The records that a rule of this record may refer to. */
async function operandRecords({ call, session }: From, { field, record }: VocabularyRequest) {
  const { entity, by } = field.rule?.operands ?? { entity: '', by: {} };
  const plan = call.runtime.planOf(entity);
  const filter = scopeFilter(by, record);
  const { items } = await session.find({ entity, filter });
  return items.map((item) => completeRecord(call, plan, item));
}

/** Maps operand fields to the values of this record. */
function scopeFilter(by: RuleFieldModel['operands']['by'], record: DataRecord): FilterTree | undefined {
  return allOf(
    Object.entries(by).map(([theirs, ours]) => equals(theirs, ours === null ? null : record[ours])),
  );
}

const types: ReadonlySet<unknown> = new Set(['number', 'text', 'boolean', 'date', 'datetime']);

function typeOf(value: unknown): OperandType {
  return types.has(value) ? (value as OperandType) : 'text';
}

function byName(left: Operand, right: Operand): number {
  return left.name < right.name ? -1 : 1;
}
