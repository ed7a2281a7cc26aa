/** Where a field, message, feature, entity or lookup is used, by declarations and expressions. */
import type { TypeScope } from '../expression/checkTree.ts';
import type { ExpressionType } from '../expression/functionTypes.ts';
import type { Read } from '../expression/types.ts';
import type { EntityModel, FieldModel, Model, Usage } from '../types/modelTypes.ts';

/** Uses of `field:product.Name`, `message:…`, `entity:…` and so on; nested fields count for their list. */
export function usagesOf(model: Pick<Model, 'usage'>, of: string): readonly Usage[] {
  return model.usage.filter((usage) => usage.of === of || usage.of.startsWith(`${of}.`));
}

/** The fields an expression reads, as `field:<entity>.<path>`, resolved through its types. */
export function fieldsRead(
  reads: readonly Read[],
  scope: TypeScope,
  entities: ReadonlyMap<string, EntityModel>,
): readonly string[] {
  const found = reads.flatMap(({ from, path }) => {
    const start = from === '$' ? scope.root : scope.vars[from];
    return start ? along(start, path, entities) : [];
  });
  return [...new Set(found)];
}

function along(
  type: ExpressionType,
  [name, ...rest]: readonly string[],
  entities: ReadonlyMap<string, EntityModel>,
): readonly string[] {
  if (type.kind === 'list') return name === undefined ? [] : along(type.of(), [name, ...rest], entities);
  if (type.kind !== 'object' || name === undefined) return [];
  const field = type.name && fieldNamed(type.name, name, entities);
  const member = Object.hasOwn(type.fields, name) ? type.fields[name]?.() : undefined;
  return [...(field ? [`field:${field}`] : []), ...(member ? along(member, rest, entities) : [])];
}

const knownNames = new WeakMap<readonly FieldModel[], ReadonlyMap<string, FieldModel>>();

/** Fields by their own names and those of their expansions; the first of a name counts. */
function namedIn(fields: readonly FieldModel[]): ReadonlyMap<string, FieldModel> {
  const found = knownNames.get(fields);
  if (found) return found;
  const names = new Map<string, FieldModel>();
  for (const field of fields)
    for (const name of [field.name, field.expand?.as])
      if (name !== undefined && !names.has(name)) names.set(name, field);
  knownNames.set(fields, names);
  return names;
}

/** `product` + `Brand` → `product.BrandId`; `plan.PlanCoverageItems` + `IsOptional` → the row's field. */
function fieldNamed(
  owner: string,
  name: string,
  entities: ReadonlyMap<string, EntityModel>,
): string | undefined {
  const [entityId = '', ...parents] = owner.split('.');
  const entity = entities.get(entityId);
  const fields = parents.length > 0 ? entity?.fieldByPath.get(parents.join('.'))?.fields : entity?.fields;
  const field = fields && namedIn(fields).get(name);
  return field && `${entityId}.${field.path}`;
}
