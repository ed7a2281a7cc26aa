/** Counts for a restored field with kept values, which are checked as if they were new. */
import type { FieldModel, Model } from '../types/modelTypes.ts';
import { acceptsOf, isBare, isEmpty, keepsItems } from './fieldJudges.ts';
import { returningRowEffects } from './rowEffects.ts';
import type { Count } from './types.ts';

type Asked = Omit<Count, 'key' | 'entity' | 'change'>;

/** All counts are over records as the new model will read them. */
export function returningCounts(field: FieldModel, after: Model): readonly Asked[] {
  const ask = (
    verdict: Count['when']['verdict'],
    code: string,
    accepts: (value: unknown) => boolean,
  ): Asked => ({ kind: 'outside', as: 'next', field: field.name, accepts, when: { verdict, code } });
  const isFilled = (value: unknown) => !isEmpty(value);
  const asked = [ask('Safe', 'effect.field-returns', isBare)];
  if (field.required && field.default !== undefined)
    asked.push(ask('Migratable', 'effect.default-filled', isFilled));
  else if (field.required) asked.push(ask('Refused', 'effect.required-returning', isFilled));
  if (Object.keys(field.limits).length > 0)
    asked.push(ask('Migratable', 'effect.outside-limits', acceptsOf(field)));
  const items = after.lookups.get(field.lookup ?? '')?.items;
  const has = new Set<unknown>(items?.map(({ Id }) => Id));
  if (items)
    asked.push(
      ask(
        'Refused',
        'effect.item-missing',
        keepsItems(field, (id) => has.has(id)),
      ),
    );
  const rows = (field.kind === 'rows' ? (field.fields ?? []) : []).flatMap((member) =>
    returningRowEffects(member, after),
  );
  return [
    ...asked,
    ...rows.map(({ path, ...effect }): Asked => ({ kind: 'outside', field: path, ...effect })),
  ];
}
