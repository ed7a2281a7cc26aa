/** Effects of a publication on stored rows of a list, whose fields are checked like those of a record. */
import type { FieldModel, Model } from '../types/modelTypes.ts';
import { acceptsOf, goneItems, isEmpty, keepsItems, typeChange } from './fieldJudges.ts';
import { sameJson } from './sameJson.ts';
import type { Count } from './types.ts';

type RowEffect = Pick<Count, 'accepts' | 'when' | 'as'> & { readonly path: string };

/** Tests of whole lists, one per way in which values of a row field may no longer fit. */
export function rowEffects(
  old: FieldModel,
  field: FieldModel,
  models: readonly [Model, Model],
): readonly RowEffect[] {
  const gone = (old.fields ?? []).filter((was) => !field.fields?.some(({ name }) => name === was.name));
  const left = gone.map((was) => effect(was, ['Safe', 'effect.column-kept'], isEmpty));
  const others = (field.fields ?? []).flatMap((member) => {
    const was = old.fields?.find(({ name }) => name === member.name);
    return was ? changedEffects(was, member, models) : returningRowEffects(member, models[1]);
  });
  return [...left, ...others];
}

function changedEffects(was: FieldModel, member: FieldModel, models: readonly [Model, Model]) {
  const found: RowEffect[] = [];
  const changed = typeChange(was, member);
  if (changed) found.push(effect(member, ['Refused', changed], isEmpty));
  if (member.required && !was.required)
    found.push(effect(member, ['Refused', 'effect.required-empty'], isFilled));
  if (!sameJson(was.limits, member.limits))
    found.push(effect(member, ['Migratable', 'effect.outside-limits'], acceptsOf(member)));
  const gone = goneItems(member, models);
  if (gone.size > 0)
    found.push(
      effect(
        member,
        ['Refused', 'effect.item-used'],
        keepsItems(member, (id) => !gone.has(id)),
      ),
    );
  return found;
}

/** For a field that is new in its rows, or restored with kept values. */
export function returningRowEffects(member: FieldModel, model: Model): readonly RowEffect[] {
  const found: RowEffect[] = [];
  if (member.required) found.push(effect(member, ['Refused', 'effect.required-empty'], isFilled));
  if (Object.keys(member.limits).length > 0)
    found.push(effect(member, ['Migratable', 'effect.outside-limits'], acceptsOf(member)));
  const items = model.lookups.get(member.lookup ?? '')?.items;
  const has = new Set<unknown>(items?.map(({ Id }) => Id));
  if (items)
    found.push(
      effect(
        member,
        ['Refused', 'effect.item-missing'],
        keepsItems(member, (id) => has.has(id)),
      ),
    );
  return found.map((one) => ({ ...one, as: 'next' }));
}

function effect(
  { path, name }: FieldModel,
  [verdict, code]: readonly [Count['when']['verdict'], string],
  accepts: (value: unknown) => boolean,
): RowEffect {
  const every = (rows: unknown) => rowsOf(rows).every((row) => accepts(row[name] ?? null));
  return { path, when: { verdict, code }, accepts: every };
}

const isFilled = (value: unknown) => !isEmpty(value);

type Row = Readonly<Record<string, unknown>>;

function rowsOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter((row) => typeof row === 'object' && row !== null) : [];
}
