/** What a publication does to the rows of a list that are stored: their fields are judged as those of a record are. */
import type { FieldModel, Model } from '../model/types.ts';
import type { Count } from './effects.ts';
import { sameJson } from './sameJson.ts';

export type RowEffect = Pick<Count, 'accepts' | 'when'> & { readonly path: string };

/** Judges over whole lists, one for each way in which a field of the rows no longer takes what may be there. */
export function rowEffects(
  old: FieldModel,
  field: FieldModel,
  judging: {
    readonly models: readonly [Model, Model];
    acceptsOf(field: FieldModel): (value: unknown) => boolean;
  },
): readonly RowEffect[] {
  return (field.fields ?? []).flatMap((member) => {
    const was = old.fields?.find(({ name }) => name === member.name);
    const effect = (
      verdict: Count['when']['verdict'],
      code: string,
      accepts: (value: unknown) => boolean,
    ): RowEffect => ({
      path: member.path,
      when: { verdict, code },
      accepts: (rows) => rowsOf(rows).every((row) => accepts(row[member.name] ?? null)),
    });
    const found: RowEffect[] = [];
    if (was && (was.kind !== member.kind || was.storage !== member.storage))
      found.push(effect('Refused', 'effect.type-changed', (value) => value === null));
    if (member.required && !was?.required)
      found.push(effect('Refused', 'effect.required-empty', (value) => value !== null && value !== ''));
    if (was && !sameJson(was.limits, member.limits))
      found.push(effect('Migratable', 'effect.outside-limits', judging.acceptsOf(member)));
    const gone = goneItems(member, judging.models);
    if (was && gone.size > 0) found.push(effect('Refused', 'effect.item-used', (value) => !gone.has(value)));
    return found;
  });
}

/** Ids of items that the list of a choice no longer has. */
export function goneItems(
  { lookup = '' }: Pick<FieldModel, 'lookup'>,
  [before, after]: readonly [Model, Model],
): ReadonlySet<unknown> {
  const [was, is] = [before, after].map(({ lookups }) => lookups.get(lookup)?.items);
  if (!was || !is) return new Set();
  return new Set(was.map(({ Id }) => Id).filter((id) => !is.some(({ Id }) => Id === id)));
}

type Row = Readonly<Record<string, unknown>>;

function rowsOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter((row) => typeof row === 'object' && row !== null) : [];
}
