/** Creates an entity: fields, policy, paths and three screens. */
import type {
  ApiDeclaration,
  BehaviourDeclaration,
  EntityDeclaration,
  ScreenDeclaration,
} from '../declaration/types.generated.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import type { EntityChange, Texts } from './types.ts';

/** The folder of a new entity. */
const folder = (id: string) => `schemas/custom/${id}`;

/** An unknown icon is reported by the shape check. */
type Icon = NonNullable<ScreenDeclaration['menu']>['icon'];

/** `service-visit` → Custom.ServiceVisit.View and .Edit: the features of a new entity. */
export function featuresOfEntity(id: string): { readonly view: string; readonly edit: string } {
  const name = id.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
  return { view: `Custom.${name}.View`, edit: `Custom.${name}.Edit` };
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
    draft.note(draft.add(`${folder(id)}/behaviour.json`, behaviourOf(id)).file, '', change);
    draft.note(draft.add(`${folder(id)}/api.json`, pathsOf(id)).file, '', change);
    for (const screen of screens)
      draft.note(draft.add(`screens/custom/${screen.id}.json`, screen).file, '', change);
    addFeatures(change, draft);
    addTexts(change, draft);
  }
}

const nameTexts: Texts = { 'en-CA': 'Name', 'fr-CA': 'Nom' };

function entityOf({ name, title, plural, label = nameTexts, history }: EntityChange): EntityDeclaration {
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
  };
}

function behaviourOf(id: string): BehaviourDeclaration {
  const { view, edit } = featuresOfEntity(id);
  return { for: id, policy: { view: [view, edit], write: edit } };
}

function pathsOf(id: string): ApiDeclaration {
  const path = `/custom/${id}`;
  const access = [featuresOfEntity(id).view, featuresOfEntity(id).edit];
  return {
    for: id,
    routes: [
      { route: `GET ${path}`, operation: 'find', sort: ['Name', 'Id'], access },
      { route: `GET ${path}/{id}`, operation: 'get' },
      { route: `POST ${path}`, operation: 'create', answer: 'id' },
      { route: `PUT ${path}/{id}`, operation: 'update' },
      { route: `DELETE ${path}/{id}`, operation: 'remove' },
    ],
  };
}

function listOf({ name: id, icon, menu }: EntityChange): ScreenDeclaration {
  const { view, edit } = featuresOfEntity(id);
  const path = `/custom/${id}`;
  return {
    id: `${id}-list`,
    route: path,
    access: [view, edit],
    title: `entity.${id}.plural`,
    menu: { group: menu?.group ?? 'custom', order: menu?.order ?? 100, ...(icon && { icon: icon as Icon }) },
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
            access: edit,
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
            access: edit,
            confirm: { message: `custom.${id}.remove.confirm`, params: { name: 'Name' } },
            tone: 'danger',
            icon: 'trash',
          },
        ],
      },
    ],
  };
}

function createOf({ name: id }: EntityChange): ScreenDeclaration {
  const path = `/custom/${id}`;
  const { edit } = featuresOfEntity(id);
  return {
    id: `${id}-create`,
    route: `${path}/new`,
    access: edit,
    title: `custom.${id}.create`,
    breadcrumb: [{ text: `entity.${id}.plural`, to: path }, { text: `custom.${id}.create` }],
    blocks: [
      {
        kind: 'form',
        id: 'form',
        entity: id,
        sections: [{ id: 'main', columns: 2, items: ['Name'] }],
        save: { label: 'ui.save', route: `POST ${path}`, then: path, access: edit },
        cancel: { label: 'ui.cancel', to: path },
      },
    ],
  };
}

function editOf({ name: id }: EntityChange): ScreenDeclaration {
  const path = `/custom/${id}`;
  const { view, edit } = featuresOfEntity(id);
  const name = { expression: '$data.record.Name' };
  return {
    id,
    route: `${path}/:recordId`,
    access: [view, edit],
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

function addFeatures({ name, plural }: EntityChange, draft: DeclarationDraft): void {
  const { json } = draft.named('features') ?? draft.add('schemas/access/features.json', { features: [] });
  const { view, edit } = featuresOfEntity(name);
  json.features = [
    ...json.features,
    { id: view, title: `View ${plural['en-CA']}` },
    { id: edit, title: `Edit ${plural['en-CA']}` },
  ];
}

function addTexts(change: EntityChange, draft: DeclarationDraft): void {
  const { name: id, title, plural, label = nameTexts } = change;
  const { view, edit } = featuresOfEntity(id);
  const [en, fr] = [title['en-CA'], title['fr-CA']];
  const group = change.menu?.group ?? 'custom';
  const texts: Readonly<Record<string, Partial<Texts>>> = {
    [`entity.${id}`]: { 'fr-CA': fr },
    [`entity.${id}.plural`]: { 'fr-CA': plural['fr-CA'] },
    [`field.${id}.Name`]: { 'fr-CA': label['fr-CA'] },
    [`feature.${view}`]: { 'fr-CA': `Consulter\u00a0: ${plural['fr-CA']}` },
    [`feature.${edit}`]: { 'fr-CA': `Modifier\u00a0: ${plural['fr-CA']}` },
    [`custom.${id}.create`]: { 'en-CA': `Create: ${en}`, 'fr-CA': `Créer\u00a0: ${fr}` },
    [`custom.${id}.delete`]: { 'en-CA': 'Delete', 'fr-CA': 'Supprimer' },
    [`custom.${id}.empty`]: { 'en-CA': 'There is nothing here yet.', 'fr-CA': 'Il n’y a encore rien ici.' },
    [`custom.${id}.remove.confirm`]: {
      'en-CA': "Are you sure you want to delete '{name}'?",
      'fr-CA': 'Voulez-vous vraiment supprimer «\u00a0{name}\u00a0»?',
    },
  };
  for (const [key, text] of Object.entries(texts)) draft.text(change, key, text, '/title');
  if (draft.textOf(`menu.${group}`, 'en-CA') === undefined)
    draft.text(change, `menu.${group}`, { 'en-CA': 'More', 'fr-CA': 'Autres' }, '/menu/group');
}
