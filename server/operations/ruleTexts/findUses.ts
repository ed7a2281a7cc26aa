/** Finds the rule texts that use an operand, from their syntax trees. */
import {
  callsFunction,
  type DataRecord,
  type FieldModel,
  type FilterTree,
  type OperandsUsed,
  operandsUsed,
  parseRule,
  usesOperand,
} from '#engine';
import type { EntityPlan } from '../EntityPlan.ts';
import { allOf, equals } from '../filters.ts';
import { completeRecord } from '../shapeRecord.ts';
import type { From } from './loadOperandValues.ts';

export type RuleUse = {
  readonly plan: EntityPlan;
  readonly field: FieldModel;
  readonly record: DataRecord;
  readonly text: string;
  /** The record's label. */
  readonly label: string;
};

type UseQuery = {
  /** The entity whose records are operands. */
  readonly plan: EntityPlan;
  readonly record: DataRecord;
  /** Only texts that name this value of the operand. */
  readonly value?: unknown;
};

/** Finds every rule text that uses the operand, or one value of it. */
export async function findUses(from: From, { plan, record, value }: UseQuery): Promise<readonly RuleUse[]> {
  const operand = plan.entity.operand;
  const name = operand && record[operand.name];
  if (typeof name !== 'string' || name === '') return [];
  const uses: RuleUse[] = [];
  for (const { plan: speaker, field } of plan.speakers) {
    if (!mayMean(field, record)) continue;
    const { items } = await from.session.find({
      entity: speaker.entity.id,
      filter: withRule(field, record),
    });
    for (const item of items) {
      const used = usedIn(String(item[field.name]));
      if (speaksOf(used, name, value)) uses.push(ruleUse(from, { plan: speaker, field, record: item }));
    }
  }
  return uses;
}

type CallQuery = {
  /** The operand entity, and the field values by which rules find their operands. */
  readonly plan: EntityPlan;
  readonly record: DataRecord;
  /** The function name without `$`. */
  readonly name: string;
};

/** Finds every rule text that calls the function. */
export async function findCalls(from: From, { plan, record, name }: CallQuery): Promise<readonly RuleUse[]> {
  const uses: RuleUse[] = [];
  for (const { plan: speaker, field } of plan.speakers) {
    const { items } = await from.session.find({
      entity: speaker.entity.id,
      filter: withRule(field, record),
    });
    for (const item of items) {
      const { tree } = parseRule(String(item[field.name]));
      if (tree && callsFunction(tree, name)) uses.push(ruleUse(from, { plan: speaker, field, record: item }));
    }
  }
  return uses;
}

function speaksOf(used: OperandsUsed, name: string, value: unknown): boolean {
  if (value === undefined) return usesOperand(used, name);
  return used.values.some((one) => one.name === name && one.value === value);
}

/** A text over shared operands (which belong to nothing) cannot mean one that belongs to a record. */
function mayMean({ rule }: FieldModel, operand: DataRecord): boolean {
  return Object.entries(rule?.operands.by ?? {}).every(
    ([theirs, ours]) => ours !== null || (operand[theirs] ?? null) === null,
  );
}

/** Matches records that have a text and in whose texts the name means this operand. */
function withRule(field: FieldModel, operand: DataRecord): FilterTree | undefined {
  const by = Object.entries(field.rule?.operands.by ?? {});
  const filled = { kind: 'compare', path: field.name, operator: 'ne', value: null } as FilterTree;
  const same = by.map(([theirs, ours]) => (ours === null ? undefined : equals(ours, operand[theirs])));
  return allOf([filled, ...same]);
}

/** Cache of the most recent texts, since the same rules are analysed again and again. */
const remembered = new Map<string, OperandsUsed>();
const rememberedTexts = 2000;
const nothing: OperandsUsed = { names: [], values: [] };

/** What a text uses; nothing when it does not parse. */
function usedIn(text: string): OperandsUsed {
  const known = remembered.get(text);
  if (known) return known;
  const { tree } = parseRule(text);
  const used = tree ? operandsUsed(tree) : nothing;
  if (remembered.size >= rememberedTexts) remembered.clear();
  remembered.set(text, used);
  return used;
}

/** Completes a copy, because the label may be derived and the record must stay as stored. */
function ruleUse({ call }: From, use: Pick<RuleUse, 'plan' | 'field' | 'record'>): RuleUse {
  const { plan, field, record } = use;
  const label = completeRecord(call, plan, { ...record })[plan.entity.labelField];
  return { ...use, text: String(record[field.name]), label: String(label ?? record.Id) };
}
