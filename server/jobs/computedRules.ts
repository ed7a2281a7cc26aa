/**
 * Determines which stored values are computed, by which rules, and which to recompute for existing records.
 */
import {
  type Compiled,
  type DataRecord,
  type EntityModel,
  type Model,
  sameValue,
  type ValueRule,
} from '#engine';
import { concernsTie } from '../operations/accountTies.ts';
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
  return Object.fromEntries(
    [...computedFields(entity)].map(([field, rules]) => [
      field,
      rules.map((rule) => textOf(model, entity, rule, new Set())).join('\n'),
    ]),
  );
}

/** Stored fields that depend only on the record and its owner, with the rules that compute each. */
export function computedFields(entity: EntityModel): ReadonlyMap<string, readonly ValueRule[]> {
  const found = new Map<string, ValueRule[]>();
  for (const rule of entity.rules.values) found.set(rule.field, [...(found.get(rule.field) ?? []), rule]);
  for (const [path, rules] of found) {
    const [name = ''] = path.split('.');
    const [field, holder] = [entity.fieldByPath.get(path), entity.fieldByPath.get(name)];
    const isKept = field?.stored && holder?.stored && !holder.records && !field.ref;
    // Only people decide whose account a record concerns; it is never computed.
    const isOurs = isKept && !concernsTie(entity, { [name]: null });
    if (!isOurs || !rules.every(({ expression, when }) => isOfRecord(expression) && isOfRecord(when)))
      found.delete(path);
  }
  return found;
}

/** Values that depend on the user, the time or earlier values were right when saved. */
const lasting: ReadonlySet<string> = new Set(['$', 'record', 'row', 'index', 'owner']);
const isOfRecord = (expression: Compiled | undefined): boolean =>
  (expression?.reads ?? []).every(({ from }) => lasting.has(from));

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
