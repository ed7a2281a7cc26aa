import type { FieldModel, FieldTree } from '#engine';
import type { EntityPlan } from './EntityPlan.ts';

type Narrowed = {
  readonly plan: EntityPlan;
  /** The stored fields that have to be read. */
  readonly only: readonly string[];
};

/**
 * Of records of which a reader wants some fields: what is read and made of them, and nothing else. Undefined where that
 * is not told by stored fields alone: a derived value may stand on any other, rows are records of their own, and texts
 * in the reader's language are kept beside the record.
 */
export function narrowPlan(plan: EntityPlan, fields: FieldTree): Narrowed | undefined {
  const { entity, held, heldBeside, readsOwner } = plan;
  const isLocalized = entity.memory.some(({ name }) => name === '$localized');
  if (held.length > 0 || heldBeside.length > 0 || readsOwner || isLocalized) return undefined;
  const asked = [...fields.keys()].map((name) => fieldFor(entity.fields, name));
  if (!asked.every((field) => field?.stored)) return undefined;
  const names = new Set([...always, ...asked.flatMap((field) => field?.name ?? [])]);
  const lookupFields = plan.lookupFields.filter(({ name }) => names.has(name));
  return { plan: { ...plan, derived: [], derivedChoices: [], lookupFields }, only: [...names] };
}

const always = ['Id', 'Revision'];

/** The field itself, or the one that brings what stands beside it. */
function fieldFor(fields: readonly FieldModel[], name: string): FieldModel | undefined {
  return fields.find((field) => field.name === name) ?? fields.find(({ expand }) => expand?.as === name);
}
