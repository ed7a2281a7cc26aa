import type { EntityModel, FieldModel, Model } from '#engine';

/** Entities ordered so that each follows those it refers to; cycles are broken arbitrarily. */
export function ownersFirst(model: Model): readonly EntityModel[] {
  const ordered = new Set<EntityModel>();
  const visiting = new Set<string>();
  const visit = (id: string): void => {
    const entity = model.entities.get(id);
    if (!entity || visiting.has(id)) return;
    visiting.add(id);
    for (const target of targetsOf(entity.fields)) visit(target);
    ordered.add(entity);
  };
  for (const id of model.entities.keys()) visit(id);
  return [...ordered];
}

function targetsOf(fields: readonly FieldModel[]): readonly string[] {
  return fields.flatMap((field) => [
    ...(field.ref ? [field.ref.entity] : []),
    ...targetsOf(field.fields ?? []),
  ]);
}
