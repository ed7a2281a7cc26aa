/** What the texts of a rule field may speak of, for one record. */
import type {
  DataRecord,
  FieldModel,
  FilterTree,
  Operand,
  OperandType,
  OperandValue,
  RuleFieldModel,
  RuleVocabulary,
} from '#engine';
import type { StoreSession } from '../../store/types.ts';
import { allOf, equals } from '../filters.ts';
import { type OperationCall, ruleContext } from '../OperationCall.ts';
import { completeRecord } from '../shapeRecord.ts';

export type From = { readonly call: OperationCall; readonly session: StoreSession };

export type VocabularyRequest = {
  readonly field: FieldModel;
  /** The record whose rule it is; the operands are found by its values. */
  readonly record: DataRecord;
  /** Also the listed values of each operand. */
  readonly withValues?: boolean;
};

/** Operands from the store, functions from the declaration. */
export async function loadVocabulary(from: From, request: VocabularyRequest): Promise<RuleVocabulary> {
  const { call } = from;
  const { rule } = request.field;
  const operand = rule && call.runtime.planOf(rule.operands.entity).entity.operand;
  if (!rule || !operand) return { operands: [], functions: [] };
  const records = await operandRecords(from, request);
  const values = request.withValues ? await loadValues(from, request.field, records) : new Map();
  const vars = { ...ruleContext(call, { action: 'get' }) };
  const operands = records.flatMap((record): readonly Operand[] => {
    const name = record[operand.name];
    if (typeof name !== 'string' || name === '') return [];
    const type = typeOf(operand.type.evaluate({ root: record, vars }));
    const label = String(record[operand.label] ?? name);
    return [{ id: String(record.Id), name, label, type, values: values.get(record.Id) }];
  });
  return { operands: operands.toSorted(byName), functions: operand.functions };
}

/** The records a rule of this record may speak of. */
async function operandRecords({ call, session }: From, { field, record }: VocabularyRequest) {
  const { entity, by } = field.rule?.operands ?? { entity: '', by: {} };
  const plan = call.runtime.planOf(entity);
  const filter = scopeFilter(by, record);
  const { items } = await session.find({ entity, filter });
  return items.map((item) => completeRecord(call, plan, item));
}

/** Theirs → the values of this record. */
function scopeFilter(by: RuleFieldModel['operands']['by'], record: DataRecord): FilterTree | undefined {
  return allOf(
    Object.entries(by).map(([theirs, ours]) => equals(theirs, ours === null ? null : record[ours])),
  );
}

async function loadValues(
  { call, session }: From,
  field: FieldModel,
  records: readonly DataRecord[],
): Promise<ReadonlyMap<unknown, readonly OperandValue[]>> {
  const found = new Map<unknown, OperandValue[]>();
  const values = call.runtime.planOf(field.rule?.operands.entity ?? '').entity.operand?.values;
  if (!values || records.length === 0) return found;
  const plan = call.runtime.planOf(values.entity);
  const filter = { kind: 'compare', path: values.of, operator: 'in', value: records.map(({ Id }) => Id) };
  const { items } = await session.find({
    entity: values.entity,
    filter: filter as FilterTree,
    sort: values.sort,
  });
  const vars = { ...ruleContext(call, { action: 'get' }) };
  for (const item of items) {
    const value = values.value.evaluate({ root: completeRecord(call, plan, item), vars });
    if (!isScalar(value)) continue;
    const list = found.get(item[values.of]) ?? [];
    list.push({ value, label: String(item[values.label] ?? value) });
    found.set(item[values.of], list);
  }
  return found;
}

function isScalar(value: unknown): value is OperandValue['value'] {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

const types: ReadonlySet<unknown> = new Set(['number', 'text', 'boolean', 'date', 'datetime']);

function typeOf(value: unknown): OperandType {
  return types.has(value) ? (value as OperandType) : 'text';
}

function byName(left: Operand, right: Operand): number {
  return left.name < right.name ? -1 : 1;
}
