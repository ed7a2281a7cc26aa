/** Loads the values of operands and, for groups and ranges, what they stand for. */
import type { Compiled, DataRecord, FieldModel, FilterTree, OperandModel, OperandValue } from '#engine';
import type { StoreSession } from '../../store/types.ts';
import type { OperationCall } from '../OperationCall.ts';
import { ruleContext } from '../OperationCall.ts';
import { completeRecord } from '../shapeRecord.ts';

export type From = { readonly call: OperationCall; readonly session: StoreSession };

/** By operand id. */
export type OperandValues = ReadonlyMap<unknown, readonly OperandValue[]>;

type Values = NonNullable<OperandModel['values']>;
type Item = { readonly record: DataRecord; readonly item: DataRecord; readonly value: Scalar };
type Scalar = OperandValue['value'];

/** The listed values of some operands, in order. */
export async function loadOperandValues(
  { call, session }: From,
  field: FieldModel,
  operands: readonly DataRecord[],
): Promise<OperandValues> {
  const values = call.runtime.planOf(field.rule?.operands.entity ?? '').entity.operand?.values;
  if (!values || operands.length === 0) return new Map();
  const plan = call.runtime.planOf(values.entity);
  const filter = { kind: 'compare', path: values.of, operator: 'in', value: operands.map(({ Id }) => Id) };
  const { items } = await session.find({
    entity: values.entity,
    filter: filter as FilterTree,
    sort: values.sort,
  });
  const vars = { ...ruleContext(call, { action: 'get' }) };
  const read = items.flatMap((item): readonly Item[] => {
    const record = completeRecord(call, plan, item);
    const value = values.value.evaluate({ root: record, vars });
    return isScalar(value) ? [{ record, item, value }] : [];
  });
  return grouped(read, values, vars);
}

function grouped(read: readonly Item[], values: Values, vars: Readonly<Record<string, unknown>>) {
  const byId = new Map(read.map(({ item, value }) => [item.Id, value]));
  const found = new Map<unknown, OperandValue[]>();
  for (const one of read) {
    const list = found.get(one.item[values.of]) ?? [];
    const label = String(one.item[values.label] ?? one.value);
    list.push({ value: one.value, label, ...madeOf(one, { values, byId, vars }) });
    found.set(one.item[values.of], list);
  }
  return found;
}

type Making = {
  readonly values: Values;
  readonly byId: ReadonlyMap<unknown, Scalar>;
  readonly vars: Readonly<Record<string, unknown>>;
};

/** What a group or range stands for; empty for a plain value. */
function madeOf({ record }: Item, { values: { follows }, byId, vars }: Making): Partial<OperandValue> {
  if (!follows) return {};
  const references = (follows.members && record[follows.members]) || [];
  const members = Array.isArray(references) ? references.map(idOf).flatMap((id) => byId.get(id) ?? []) : [];
  const read = (expression: Compiled | undefined) => expression?.evaluate({ root: record, vars });
  const [low, high] = [numberOf(read(follows.low)), numberOf(read(follows.high))];
  if (members.length > 0) return { members };
  if (low === undefined && high === undefined) return {};
  const includesLow = read(follows.includesLow) === true;
  return { range: { low, high, includesLow, includesHigh: read(follows.includesHigh) === true } };
}

const idOf = (one: unknown): unknown =>
  typeof one === 'object' && one !== null && 'Id' in one ? one.Id : one;
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
