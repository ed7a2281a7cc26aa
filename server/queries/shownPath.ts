import { type Model, refersToOne, resolveReferencePath } from '#engine';

/** A reference is shown by the label of its target, a file by its name. */
export function shownPath({ entities }: Model, entity: string, path: string): string {
  const from = entities.get(entity);
  const field = from && resolveReferencePath(entities, from, path)?.field;
  if (!field?.ref || !refersToOne(field)) return path;
  const target = entities.get(field.ref.entity);
  return target?.fieldByPath.get(target.labelField)?.stored ? `${path}.${target.labelField}` : path;
}
