import type { FieldModel, FieldTree } from '#engine';
import type { EntityPlan } from './EntityPlan.ts';

type Narrowed = {
  readonly plan: EntityPlan;
  /** The stored fields to read. */
  readonly only: readonly string[];
};

/**
 * Restricts a plan to the fields that a reader wants. Undefined where stored fields alone do not suffice: a
 * derived value may depend on any field, rows are separate records, and translations are kept beside the
 * record.
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

/** The field with this name, or the one whose expansion has it. */
function fieldFor(fields: readonly FieldModel[], name: string): FieldModel | undefined {
  return fields.find((field) => field.name === name) ?? fields.find(({ expand }) => expand?.as === name);
}
