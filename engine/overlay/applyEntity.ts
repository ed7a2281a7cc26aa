/** Creates an entity: fields, policy, paths and three screens. */
import type {
  ApiDeclaration,
  BehaviourDeclaration,
  EntityDeclaration,
  ScreenDeclaration,
} from '../declaration/types.generated.ts';
import { locales } from '../messages.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import type { EntityChange, Texts } from './types.ts';

/** The folder of a new entity. */
const folder = (id: string) => `schemas/custom/${id}`;

/** The menu group of entities that name none. */
const ownGroup = 'custom';

/** An unknown icon is reported by the shape check. */
type Icon = NonNullable<ScreenDeclaration['menu']>['icon'];

const rightNames = {
  view: 'View',
  all: 'ViewAll',
  create: 'Create',
  edit: 'Edit',
  remove: 'Delete',
  export: 'Export',
  import: 'Import',
} as const;

/** What people may do with the records of a new entity. */
type EntityRight = keyof typeof rightNames;

/** `service-visit` → Custom.ServiceVisit.View and so on: all features that a new entity may have. */
export function featuresOfEntity(id: string): Readonly<Record<EntityRight, string>> {
  const name = id.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
  const rights = Object.entries(rightNames).map(([right, word]) => [right, `Custom.${name}.${word}`]);
  return Object.fromEntries(rights) as Record<EntityRight, string>;
}

/** The rights that the entity has. Entities of earlier versions have two: anyone who edits also creates and deletes. */
function rightsOf({ rights, rows }: EntityChange): readonly EntityRight[] {
  const all: readonly EntityRight[] = rows ? ['all'] : [];
  return rights === 'apart'
    ? ['view', ...all, 'create', 'edit', 'remove', 'export', 'import']
    : ['view', ...all, 'edit'];
}

/** The feature or features of which one suffices. */
type Allowed = string | [string, ...string[]];

function allowedBy(change: EntityChange): Readonly<Record<Exclude<EntityRight, 'all'>, Allowed>> {
  const { view, all, ...others } = featuresOfEntity(change.name);
  const { edit } = others;
  const more = change.rows ? [all] : [];
  if (change.rights !== 'apart')
    return {
      view: [view, ...more, edit],
      create: edit,
      edit,
      remove: edit,
      export: [view, ...more, edit],
      import: edit,
    };
  return { ...others, view: more.length > 0 ? [view, ...more] : view };
}

/** Writes a new entity. */
export function applyEntity(change: EntityChange, draft: DeclarationDraft): void {
  const { name: id } = change;
  const screens = [listOf(change), createOf(change), editOf(change)];
  const taken = screens.find((screen) => draft.seen('screen', screen.id));
  if (draft.seen('entity', id))
    draft.report(change, 'entity-exists', { at: '/name', params: { entity: id } });
  else if (taken) draft.report(change, 'screen-exists', { at: '/name', params: { screen: taken.id } });
  else {
    draft.note(draft.add(`${folder(id)}/entity.json`, entityOf(change)).file, '', change);
    draft.note(draft.add(`${folder(id)}/behaviour.json`, behaviourOf(change)).file, '', change);
    draft.note(draft.add(`${folder(id)}/api.json`, pathsOf(change)).file, '', change);
    for (const screen of screens)
      draft.note(draft.add(`screens/custom/${screen.id}.json`, screen).file, '', change);
    addFeatures(change, draft);
    addTexts(change, draft);
  }
}

const nameTexts: Texts = { 'en-CA': 'Name', 'fr-CA': 'Nom' };

function entityOf({
  name,
  title,
  plural,
  label = nameTexts,
  history,
  rows,
}: EntityChange): EntityDeclaration {
  return {
    $id: name,
    title: title['en-CA'],
    'x-plural': plural['en-CA'],
    type: 'object',
    required: ['Name'],
    properties: { Name: { type: 'string', minLength: 1, maxLength: 256, title: label['en-CA'] } },
    'x-history': history !== false,
    'x-search': ['Name'],
    'x-index': ['Name'],
    ...(rows && { 'x-rowAccess': rowAccessOf(name, rows) }),
  };
}

function rowAccessOf(
  name: string,
  rows: NonNullable<EntityChange['rows']>,
): NonNullable<EntityDeclaration['x-rowAccess']> {
  const to = rows.flatMap(({ where, is }) =>
    where !== undefined && is !== undefined ? [{ where, is }] : [],
  );
  const through = rows.flatMap((row) => (row.through === undefined ? [] : [row.through]));
  return {
    unless: { feature: featuresOfEntity(name).all, only: true },
    ...(to.length > 0 && { to: to as [(typeof to)[0], ...typeof to] }),
    ...(through.length > 0 && { through: through as [string, ...string[]] }),
  };
}

/** Who creates records; the forms of a retired entity stay, so that changes to them keep their place. */
const createAccess = (change: EntityChange): Allowed =>
  change.retired ? 'nobody' : allowedBy(change).create;

function behaviourOf(change: EntityChange): BehaviourDeclaration {
  const { view, create, edit, remove, export: exporting, import: importing } = allowedBy(change);
  const isApart = change.rights === 'apart';
  const writing = isApart ? { create, update: edit, remove, export: exporting } : { write: edit };
  const closed = change.retired && { create: 'nobody' as const, import: 'nobody' as const };
  return { for: change.name, policy: { view, ...writing, import: importing, ...closed } };
}

function pathsOf(change: EntityChange): ApiDeclaration {
  const id = change.name;
  const path = `/custom/${id}`;
  return {
    for: id,
    routes: [
      { route: `GET ${path}`, operation: 'find', sort: ['Name', 'Id'], access: allowedBy(change).view },
      { route: `GET ${path}/{id}`, operation: 'get' },
      { route: `POST ${path}`, operation: 'create', answer: 'id' },
      { route: `PUT ${path}/{id}`, operation: 'update' },
      { route: `DELETE ${path}/{id}`, operation: 'remove' },
    ],
  };
}

/** A retired entity is not in the menu. */
function menuOf({ icon, menu, retired }: EntityChange): Pick<ScreenDeclaration, 'menu'> {
  if (retired) return {};
  const { group = ownGroup, order = 100, tone } = menu ?? {};
  return { menu: { group, order, ...(icon && { icon: icon as Icon }), ...(tone && { tone }) } };
}

function listOf(change: EntityChange): ScreenDeclaration {
  const { name: id } = change;
  const { view, remove } = allowedBy(change);
  const create = createAccess(change);
  const path = `/custom/${id}`;
  return {
    id: `${id}-list`,
    route: path,
    access: view,
    title: `entity.${id}.plural`,
    ...menuOf(change),
    breadcrumb: [{ text: `entity.${id}.plural` }],
    blocks: [
      {
        kind: 'grid',
        id: 'list',
        entity: id,
        find: path,
        columns: [
          { path: 'Name', width: 320 },
          { path: 'ModifiedDate', width: 150 },
        ],
        filters: [{ path: 'Name', operator: 'words' }],
        sort: ['Name'],
        remember: true,
        open: `${path}/{Id}`,
        empty: `custom.${id}.empty`,
        actions: [
          {
            id: 'create',
            kind: 'link',
            label: `custom.${id}.create`,
            to: `${path}/new`,
            access: create,
            tone: 'primary',
            icon: 'plus',
          },
        ],
        rowActions: [
          {
            id: 'delete',
            kind: 'call',
            label: `custom.${id}.delete`,
            call: `DELETE ${path}/{Id}`,
            access: remove,
            confirm: { message: `custom.${id}.remove.confirm`, params: { name: 'Name' } },
            tone: 'danger',
            icon: 'trash',
          },
        ],
      },
    ],
  };
}

function createOf(change: EntityChange): ScreenDeclaration {
  const { name: id } = change;
  const path = `/custom/${id}`;
  const create = createAccess(change);
  return {
    id: `${id}-create`,
    route: `${path}/new`,
    access: create,
    title: `custom.${id}.create`,
    breadcrumb: [{ text: `entity.${id}.plural`, to: path }, { text: `custom.${id}.create` }],
    blocks: [
      {
        kind: 'form',
        id: 'form',
        entity: id,
        sections: [{ id: 'main', columns: 2, items: ['Name'] }],
        save: { label: 'ui.save', route: `POST ${path}`, then: path, access: create },
        cancel: { label: 'ui.cancel', to: path },
      },
    ],
  };
}

function editOf(change: EntityChange): ScreenDeclaration {
  const { name: id } = change;
  const path = `/custom/${id}`;
  const { view, edit } = allowedBy(change);
  const name = { expression: '$data.record.Name' };
  return {
    id,
    route: `${path}/:recordId`,
    access: view,
    title: name,
    breadcrumb: [{ text: `entity.${id}.plural`, to: path }, { text: name }],
    data: { record: { entity: id, id: '$route.recordId' } },
    blocks: [
      {
        kind: 'form',
        id: 'form',
        entity: id,
        record: 'record',
        sections: `${id}-create#form`,
        save: { label: 'ui.save', route: `PUT ${path}/{Id}`, then: path, access: edit },
        cancel: { label: 'ui.cancel', to: path },
        readOnlyAsText: true,
      },
    ],
  };
}

const rightTexts: Readonly<Record<EntityRight, Texts>> = {
  view: { 'en-CA': 'View ', 'fr-CA': 'Consulter\u00a0: ' },
  all: { 'en-CA': 'View all ', 'fr-CA': 'Consulter sans restriction\u00a0: ' },
  create: { 'en-CA': 'Create ', 'fr-CA': 'Créer\u00a0: ' },
  edit: { 'en-CA': 'Edit ', 'fr-CA': 'Modifier\u00a0: ' },
  remove: { 'en-CA': 'Delete ', 'fr-CA': 'Supprimer\u00a0: ' },
  export: { 'en-CA': 'Export ', 'fr-CA': 'Exporter\u00a0: ' },
  import: { 'en-CA': 'Import ', 'fr-CA': 'Importer\u00a0: ' },
};

function addFeatures(change: EntityChange, draft: DeclarationDraft): void {
  const { json } = draft.named('features') ?? draft.add('schemas/access/features.json', { features: [] });
  const features = featuresOfEntity(change.name);
  const named = change.rights === 'apart' ? { named: true as const } : {};
  const added = rightsOf(change).map((right) => ({
    id: features[right],
    title: `${rightTexts[right]['en-CA']}${change.plural['en-CA']}`,
    ...named,
  }));
  json.features = [...json.features, ...added];
}

function addTexts(change: EntityChange, draft: DeclarationDraft): void {
  const { name: id, title, plural, label = nameTexts } = change;
  const features = featuresOfEntity(id);
  const [en, fr] = [title['en-CA'], title['fr-CA']];
  const texts: Readonly<Record<string, Partial<Texts>>> = {
    [`entity.${id}`]: { 'fr-CA': fr },
    [`entity.${id}.plural`]: { 'fr-CA': plural['fr-CA'] },
    [`field.${id}.Name`]: { 'fr-CA': label['fr-CA'] },
    [`custom.${id}.create`]: { 'en-CA': `Create: ${en}`, 'fr-CA': `Créer\u00a0: ${fr}` },
    [`custom.${id}.delete`]: { 'en-CA': 'Delete', 'fr-CA': 'Supprimer' },
    [`custom.${id}.empty`]: { 'en-CA': 'There is nothing here yet.', 'fr-CA': 'Il n’y a encore rien ici.' },
    [`custom.${id}.remove.confirm`]: {
      'en-CA': "Are you sure you want to delete '{name}'?",
      'fr-CA': 'Voulez-vous vraiment supprimer «\u00a0{name}\u00a0»?',
    },
  };
  for (const [key, text] of Object.entries(texts)) draft.text(change, key, text, '/title');
  for (const right of rightsOf(change)) {
    const text = { 'fr-CA': `${rightTexts[right]['fr-CA']}${plural['fr-CA']}` };
    draft.text(change, `feature.${features[right]}`, text, '/title');
  }
  nameGroup(change, draft);
}

/** The title of a group that no entity names. */
const untitledGroup: Texts = { 'en-CA': 'More', 'fr-CA': 'Autres' };

/** A group has one title, no matter which of its entities states it. */
function nameGroup(change: EntityChange, draft: DeclarationDraft): void {
  const { group = ownGroup, title } = change.menu ?? {};
  const key = `menu.${group}`;
  const known = draft.textOf(key, 'en-CA');
  const isOpen = known === undefined || known === untitledGroup['en-CA'];
  if (isOpen && (title || known === undefined))
    draft.text(change, key, title ?? untitledGroup, title ? '/menu/title' : '/menu/group');
  else if (title && locales.some((locale) => draft.textOf(key, locale) !== title[locale]))
    draft.report(change, 'menu-group-titled', { at: '/menu/title', params: { title: String(known) } });
}
