/** Dotted paths through fields, references and lookups. */
import type { EntityModel, FieldModel, Model } from '../types/modelTypes.ts';

/** The end of a dotted path: the last field, the references passed, and the lookup member, if any. */
export type ResolvedPath = {
  /** The last field; for `ProductStateType.Name` the choice field itself. */
  readonly field: FieldModel;
  /** References passed (`BrandId` for `Brand.Name`). */
  readonly through: readonly FieldModel[];
  /** The member of a lookup item at the end (`Name`). */
  readonly lookupMember?: string;
};

/** Resolves `Name`, `Brand.Name`, `BrandId`, `ProductStateType.DisplayName` …; undefined if unknown. */
export function resolvePath(
  entities: Model['entities'],
  entity: EntityModel,
  path: string,
): ResolvedPath | undefined {
  return follow({ entities, fields: entity.fields, through: [] }, path.split('.'));
}

/** Also allows a reference's own name, expanded or not (`DealerId.GroupId`), as in conditions. */
export function resolveReferencePath(
  entities: Model['entities'],
  entity: EntityModel,
  path: string,
): ResolvedPath | undefined {
  return follow({ entities, fields: entity.fields, through: [], byField: true }, path.split('.'));
}

/** The labels of a path; a record's name has the label of its reference. Undefined if unknown. */
export function pathLabels(
  entities: Model['entities'],
  entity: EntityModel,
  path: string,
): readonly string[] | undefined {
  const found = resolveReferencePath(entities, entity, path);
  if (!found) return undefined;
  const { through, field } = found;
  const target = entities.get(through.at(-1)?.ref?.entity ?? '');
  return (target?.labelField === field.name ? through : [...through, field]).map(({ label }) => label);
}

/** Resolves from the fields of a row or object instead of an entity. */
export function resolveAmong(
  entities: Model['entities'],
  fields: readonly FieldModel[],
  path: string,
): ResolvedPath | undefined {
  return follow({ entities, fields, through: [] }, path.split('.'));
}

type Step = {
  readonly entities: Model['entities'];
  readonly fields: readonly FieldModel[];
  readonly through: readonly FieldModel[];
  readonly byField?: boolean;
};

function follow(
  { entities, fields, through, byField }: Step,
  [name, ...rest]: readonly string[],
): ResolvedPath | undefined {
  const direct = fields.find((field) => field.name === name);
  if (direct && rest.length === 0) return { field: direct, through };
  if (direct?.fields) return follow({ entities, fields: direct.fields, through, byField }, rest);
  if (byField && direct?.ref) return followExpansion({ entities, fields, through, byField }, direct, rest);
  const expanded = fields.find((field) => field.expand?.as === name);
  if (!expanded) return undefined;
  return followExpansion({ entities, fields, through, byField }, expanded, rest);
}

function followExpansion(step: Step, field: FieldModel, rest: readonly string[]): ResolvedPath | undefined {
  if (field.lookup)
    return rest.length === 1 ? { field, through: step.through, lookupMember: rest[0] } : undefined;
  const target = field.ref && step.entities.get(field.ref.entity);
  if (!target || rest.length === 0) return rest.length === 0 ? { field, through: step.through } : undefined;
  return follow({ ...step, fields: target.fields, through: [...step.through, field] }, rest);
}
