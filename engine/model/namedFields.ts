import type { FieldModel } from '../types/modelTypes.ts';

/** Expands field names in rules and routes: `@pricing` stands for every field whose `x-group` is pricing. */
export function namedFields(
  names: readonly string[],
  entity: { readonly id: string; readonly fields: readonly FieldModel[] },
  report: (message: string) => void,
): readonly string[] {
  return names.flatMap((name) => {
    if (!name.startsWith('@')) return [name];
    const members = entity.fields.filter(({ group }) => group === name.slice(1)).map((field) => field.name);
    if (members.length === 0) report(`No field of ${entity.id} has the x-group ${name.slice(1)}.`);
    return members;
  });
}
