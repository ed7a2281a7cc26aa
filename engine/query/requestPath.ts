/** A field as named in a request: case-insensitive, with dots through references and lookups. */

import { kinds } from '../fields/registry.ts';
import { nearestName } from '../text/nearestName.ts';
import type { EntityModel, FieldModel, Model } from '../types/modelTypes.ts';
import { resolvePath } from './paths.ts';
import { problem } from './problem.ts';

export type RequestPath = {
  /** As declared: `Brand.Name`. */
  readonly path: string;
  readonly field: FieldModel;
  /** The path ends at a text of a lookup item. */
  readonly lookupMember?: string;
  readonly sortable: boolean;
};

/** Resolves the field; unknown or unstored fields and paths through too many references are problems. */
export function requestPath(text: string, entity: EntityModel, model: Model): RequestPath {
  const path = spell(text.trim().split('.'), entity.fields, model);
  const resolved = path && resolvePath(model.entities, entity, path);
  if (!path || !resolved || resolved.through.length > maximumHops) throw unknownField(text, entity, model);
  const crossed = [...resolved.through, resolved.field];
  if (crossed.some((field) => !field.stored || field.records) || isInRecords(path, entity, model))
    throw problem('query.field.not-stored', { field: path });
  const { field, lookupMember } = resolved;
  return { path, field, lookupMember, sortable: crossed.every((each) => isSingle(each, model)) };
}

const maximumHops = 3;

/** Rows that are records have a table of their own and must be queried there. */
function isInRecords(path: string, entity: EntityModel, { entities }: Model): boolean {
  const names = path.split('.');
  return names.some((_, at) => {
    const before = names.slice(0, at).join('.');
    return before !== '' && resolvePath(entities, entity, before)?.field.records !== undefined;
  });
}

/** The path in declared case; undefined when a name is unknown. */
function spell(names: readonly string[], fields: readonly FieldModel[], model: Model): string | undefined {
  const [name = '', ...rest] = names.map((part) => part.toLowerCase());
  const direct = fields.find((field) => field.name.toLowerCase() === name);
  if (direct && rest.length === 0) return direct.name;
  if (direct?.fields) return join(direct.name, spell(rest, direct.fields, model));
  const expanded = fields.find((field) => field.expand?.as.toLowerCase() === name);
  if (!expanded?.expand || rest.length === 0) return undefined;
  if (expanded.lookup)
    return rest.length === 1
      ? join(expanded.expand.as, spellMember(rest[0] ?? '', expanded, model))
      : undefined;
  const target = expanded.ref && model.entities.get(expanded.ref.entity);
  return target && join(expanded.expand.as, spell(rest, target.fields, model));
}

function spellMember(name: string, field: FieldModel, model: Model): string | undefined {
  return lookupMembers(field, model).find((member) => member.toLowerCase() === name);
}

function lookupMembers(field: FieldModel, model: Model): readonly string[] {
  const items = model.lookups.get(field.lookup ?? '')?.items ?? [];
  return [...new Set(['Id', 'Name', 'DisplayName', ...items.flatMap((item) => Object.keys(item))])];
}

function join(first: string, rest: string | undefined): string | undefined {
  return rest === undefined ? undefined : `${first}.${rest}`;
}

/** A single value per record: not in a list and not a list. */
function isSingle(field: FieldModel, model: Model): boolean {
  if (field.storage === 'json' && kinds[field.kind].elements !== 'codes') return false;
  const parent = model.entities
    .get(field.entity)
    ?.fields.find((each) => each.name === field.path.split('.')[0]);
  return parent?.kind !== 'rows';
}

function unknownField(text: string, entity: EntityModel, model: Model): Error {
  const suggestion = nearestName(text, knownPaths(entity, model));
  if (suggestion) return problem('query.field.unknown-suggest', { field: text, suggestion });
  return problem('query.field.unknown', { field: text });
}

function knownPaths(entity: EntityModel, model: Model): readonly string[] {
  return entity.fields.flatMap((field) => {
    const { as } = field.expand ?? {};
    if (!as) return [field.name];
    const target = field.ref && model.entities.get(field.ref.entity);
    const members = field.lookup
      ? lookupMembers(field, model)
      : (target?.fields.map((each) => each.name) ?? []);
    return [field.name, ...members.map((member) => `${as}.${member}`)];
  });
}
