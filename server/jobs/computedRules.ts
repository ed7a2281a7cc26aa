/**
 * Determines which stored values are computed, by which rules, and which to recompute for existing records.
 */
import {
  type DataRecord,
  type EntityModel,
  type Model,
  type RollUpModel,
  sameValue,
  type ValueRule,
} from '#engine';
import { computedFields } from '../operations/storedComputed.ts';
import type { StoreSession } from '../store/types.ts';

export const fillEntity = 'computed-fill';

/** `empty`: only empty values, since nobody knows what computed the others. */
export type Pending = Readonly<Record<string, 'all' | 'empty'>>;

export type FillNote = {
  readonly model: Model;
  /** The model previously in force, if known. */
  readonly before?: Model;
  /** Columns that this migration adds. */
  readonly added?: readonly { readonly entity: string; readonly field?: string }[];
  readonly newId: () => string;
};

/** Notes what to fill in the transaction of the migration, so a stop in between loses nothing. */
export async function noteFills(session: StoreSession, note: FillNote): Promise<void> {
  const { model, newId } = note;
  if (!model.entities.has(fillEntity)) return;
  const { items } = await session.find({ entity: fillEntity });
  const stored = new Map(items.map((item) => [String(item.Entity), item]));
  for (const entity of model.entities.values()) {
    const Rules = rulesByField(entity, model);
    const known = stored.get(entity.id);
    const Pending = pendingOf(note, entity, { Rules, known });
    const fields = { Rules, Pending, After: null };
    if (!known) await session.insert(fillEntity, { Id: newId(), Revision: 1, Entity: entity.id, ...fields });
    else if (!sameValue(known.Rules, Rules)) await session.update(fillEntity, String(known.Id), fields);
  }
}

type Known = {
  readonly Rules: Readonly<Record<string, string>>;
  readonly known: DataRecord | undefined;
};

function pendingOf({ before, added = [] }: FillNote, entity: EntityModel, { Rules, known }: Known): Pending {
  const was = before?.entities.get(entity.id);
  const last = (known?.Rules ?? (before && was && rulesByField(was, before))) as DataRecord | undefined;
  const waiting = (known?.Pending ?? {}) as Pending;
  const isAdded = (field: string) =>
    added.some((one) => one.entity === entity.id && one.field === field.split('.')[0]);
  const entries = Object.entries(Rules).flatMap(([field, text]): [string, 'all' | 'empty'][] => {
    if (last ? last[field] !== text : isAdded(field)) return [[field, 'all']];
    // Published by an earlier version, which filled nothing.
    const isOverlay =
      !last &&
      computedFields(entity)
        .get(field)
        ?.some(({ overlay }) => overlay);
    return waiting[field] ? [[field, waiting[field]]] : isOverlay ? [[field, 'empty']] : [];
  });
  return Object.fromEntries(entries);
}

/** Field → the text of everything that determines its value. */
export function rulesByField(entity: EntityModel, model: Model): Readonly<Record<string, string>> {
  const rolledUp = entity.rollUps.map((rollUp) => [rollUp.field, rollUpText(model, entity, rollUp)]);
  const computed = [...computedFields(entity)].map(([field, rules]) => [
    field,
    rules.map((rule) => textOf(model, entity, rule, new Set())).join('\n'),
  ]);
  return Object.fromEntries([...rolledUp, ...computed]);
}

/** The roll-up, and how the values it reads are computed themselves. */
function rollUpText(model: Model, entity: EntityModel, { depends, ...rollUp }: RollUpModel): string {
  const { kind, scale } = entity.fieldByPath.get(rollUp.field) ?? {};
  const of = model.entities.get(rollUp.of);
  const read = of?.rules.values.filter(({ field }) => depends.includes(field)) ?? [];
  const further = read.map((rule) => textOf(model, of as EntityModel, rule, new Set()));
  return [JSON.stringify(rollUp), kind ?? '', scale ?? '', ...further].join('\n');
}

/** The rule's own text, and the texts of the computed values it reads. */
function textOf(model: Model, entity: EntityModel, rule: ValueRule, seen: Set<ValueRule>): string {
  if (seen.has(rule)) return '';
  seen.add(rule);
  const { kind, scale } = entity.fieldByPath.get(rule.field) ?? {};
  const reads = [...rule.expression.reads, ...(rule.when?.reads ?? [])];
  const further = reads.flatMap(({ from, path: [name] }) => {
    const holder = from === 'owner' ? model.entities.get(entity.owner?.ref?.entity ?? '') : entity;
    const rules = holder?.rules.values.filter(({ field }) => field.split('.')[0] === name) ?? [];
    return rules.map((one) => textOf(model, holder as EntityModel, one, seen));
  });
  const own = [rule.expression.text ?? '', rule.when?.text ?? '', kind ?? '', scale ?? ''];
  return [own.join(' | '), ...further.filter((text) => text !== '')].join('\n');
}
