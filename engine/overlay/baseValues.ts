/** The shipped values that a change replaces: the content of its `was`. */
import type {
  EntityDeclaration,
  LookupDeclaration,
  RolesDeclaration,
  Rule,
} from '../declaration/types.generated.ts';
import { kindOf } from '../fields/registry.ts';
import type { DeclarationSet, Locale } from '../types/modelTypes.ts';
import { holdsFeature } from './applyAccess.ts';
import { fieldAt } from './applyAdjust.ts';
import { itemOfChange } from './applyLookup.ts';
import { adjustedTarget, entityOfName, fieldOfChange } from './changeNames.ts';
import { createDraft, type DeclarationDraft } from './declarationDraft.ts';
import { limitNames } from './fieldDeclaration.ts';
import { ownSections } from './ownSections.ts';
import type {
  AdjustChange,
  Change,
  FeatureChange,
  LookupChange,
  MessageChange,
  PlaceChange,
  RoleChange,
  Texts,
} from './types.ts';

/** Cached and read-only, because it is needed for every change of a draft. */
const bases = new WeakMap<DeclarationSet, DeclarationDraft>();

/** The base values of a change's members; undefined where the base has nothing of the kind. */
export function baseValues(set: DeclarationSet, change: Change): object | undefined {
  const draft = bases.get(set) ?? createDraft(set);
  bases.set(set, draft);
  const read = readers[change.kind] as
    | ((change: Change, draft: DeclarationDraft) => object | undefined)
    | undefined;
  return read?.(change, draft);
}

type Readers = {
  readonly [Kind in Change['kind']]?: (
    change: Extract<Change, { kind: Kind }>,
    draft: DeclarationDraft,
  ) => object | undefined;
};

const readers: Readers = {
  adjust: adjusted,
  lookup: item,
  role,
  message: ({ name, text: said }: MessageChange, draft) => {
    const known = texts(name, undefined, draft);
    // Languages that the change does not contain are not compared.
    const text = known && Object.fromEntries(Object.entries(known).filter(([locale]) => locale in said));
    return text && { text };
  },
  rule: ({ name }, draft) => {
    const rule = draft.seen('behaviour', entityOfName({ name }))?.rules?.find(({ id }) => id === name);
    return rule && ofRule(rule, draft);
  },
  feature: ({ name }: FeatureChange, draft) => {
    const known = draft.seen('features')?.features.find(({ id }) => id === name);
    const title = known && texts(`feature.${name}`, known.title, draft);
    return known && { ...(title && { title }) };
  },
  field: (change, draft) => {
    const { entity, field } = fieldOfChange(change);
    const declared = draft.seen('entity', entity)?.properties[field];
    const title = declared && texts(`field.${entity}.${field}`, declared.title, draft);
    return declared && { type: kindOf(declared), ...(title && { title }) };
  },
  place,
};

function texts(key: string, title: string | undefined, draft: DeclarationDraft): Partial<Texts> | undefined {
  const en = draft.textOf(key, 'en-CA') ?? title;
  const fr = draft.textOf(key, 'fr-CA');
  if (en === undefined && fr === undefined) return undefined;
  return { ...(en !== undefined && { 'en-CA': en }), ...(fr !== undefined && { 'fr-CA': fr }) } as Partial<
    Record<Locale, string>
  >;
}

function adjusted(change: AdjustChange, draft: DeclarationDraft): object | undefined {
  const { kind, of, block, path } = adjustedTarget(change);
  const entity = draft.seen('entity', of);
  if (kind === 'entity') return entity && ofEntity(entity, draft);
  if (kind === 'field') return entity && ofField(entity, path, draft);
  return kind === 'section' ? ofSection(of, block, path, draft) : ofColumn(of, block, path, draft);
}

function ofEntity(entity: EntityDeclaration, draft: DeclarationDraft): object {
  const plural = entity['x-plural'] ?? entity.title;
  return {
    title: texts(`entity.${entity.$id}`, entity.title, draft),
    plural: texts(`entity.${entity.$id}.plural`, plural, draft),
  };
}

function ofField(entity: EntityDeclaration, path: string, draft: DeclarationDraft): object | undefined {
  const field = fieldAt(entity, path);
  if (!field) return undefined;
  const limits = limitNames.flatMap((name) => (field[name] === undefined ? [] : [[name, field[name]]]));
  const help = texts(`help.${entity.$id}.${path}`, field.description, draft);
  const shape = field['x-shape'] && texts(`shape.${entity.$id}.${path}`, field['x-shape'], draft);
  return {
    title: texts(`field.${entity.$id}.${path}`, field.title, draft),
    ...(help && { help }),
    ...(shape && { shape }),
    ...Object.fromEntries(limits),
    ...(entity.required?.includes(path) && { required: true }),
  };
}

function ofSection(screen: string, block: string, path: string, draft: DeclarationDraft): object | undefined {
  const found = draft.seen('screen', screen)?.blocks.find(({ id }) => id === block);
  const sections = found && ownSections(found);
  if (!Array.isArray(sections)) return undefined;
  const index = sections.findIndex(({ id }) => id === path);
  const section = sections[index];
  if (!section) return undefined;
  const title = section.title && texts(section.title, undefined, draft);
  return { ...(title && { title }), columns: section.columns ?? 2, after: sections[index - 1]?.id ?? '' };
}

function ofColumn(screen: string, block: string, path: string, draft: DeclarationDraft): object | undefined {
  const found = draft.seen('screen', screen)?.blocks.find(({ id }) => id === block);
  const columns = found?.kind === 'grid' ? found.columns : [];
  const paths = columns.map((column) => (typeof column === 'string' ? column : column.path));
  const index = paths.indexOf(path);
  const column = columns[index];
  if (column === undefined) return undefined;
  const {
    title: key,
    width,
    hidden,
  } = typeof column === 'string' ? { title: undefined, width: undefined, hidden: undefined } : column;
  const title = key && texts(key, undefined, draft);
  return {
    ...(title && { title }),
    ...(width && { width }),
    ...(hidden !== undefined && { hidden }),
    after: paths[index - 1] ?? '',
  };
}

function place(change: PlaceChange, draft: DeclarationDraft): object | undefined {
  const found = draft.seen('screen', change.screen)?.blocks.find(({ id }) => id === change.block);
  if (change.as === 'column') return ofColumn(change.screen, change.block, change.field, draft);
  if (!found || change.as === 'filter') {
    const filters = found?.kind === 'grid' ? (found.filters ?? []) : [];
    const index = filters.findIndex(({ path }) => path === change.field);
    return filters[index] && { operator: filters[index].operator, after: filters[index - 1]?.path ?? '' };
  }
  const sections = ownSections(found);
  for (const section of Array.isArray(sections) ? sections : []) {
    const fields = section.items.map((one) => (typeof one === 'string' ? one : one.field));
    const index = fields.indexOf(change.field);
    if (index >= 0) return { section: section.id, after: fields[index - 1] ?? '' };
  }
  return undefined;
}

function item(change: LookupChange, draft: DeclarationDraft): object | undefined {
  const { lookup, item: name } = itemOfChange(change);
  const items: LookupDeclaration['items'] = draft.seen('lookup', lookup)?.items ?? [];
  const known = items.find((one) => one.Name === name) as
    | { Id: unknown; title: string; tone?: string }
    | undefined;
  if (!known) return undefined;
  const title = texts(`lookup.${lookup}.${name}`, known.title, draft);
  return { id: known.Id, ...(title && { title }), ...(known.tone && { tone: known.tone }) };
}

/** The message of a rule as texts, as in a change. */
function ofRule({ id, open, overlay, message, ...words }: Rule, draft: DeclarationDraft): object {
  const said = message === undefined ? undefined : texts(message, undefined, draft);
  return { ...words, ...(said && { message: said }) };
}

/** A role may by now hold what the change grants, or lack what it revokes. */
function role({ name, add = [], remove = [] }: RoleChange, draft: DeclarationDraft): object | undefined {
  const roles: RolesDeclaration['roles'] = draft.seen('roles')?.roles ?? [];
  const known = roles.find(({ id }) => id === name);
  if (!known) return undefined;
  const title = texts(`role.${name}`, known.title, draft);
  return {
    ...(title && { title }),
    ...(add.every((feature) => holdsFeature(known, feature)) && { add }),
    ...(!remove.some((feature) => holdsFeature(known, feature)) && { remove }),
  };
}
