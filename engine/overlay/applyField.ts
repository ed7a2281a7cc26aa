/** Adds a field: its property, rules, access, and the calls that save it. */
import type { ApiDeclaration, EntityDeclaration, Field, Rule } from '../declaration/types.generated.ts';
import { isKind, kinds } from '../fields/registry.ts';
import { addRule, behaviourOf } from './addRule.ts';
import { changeKey, fieldOfChange } from './changeNames.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import { describeField } from './describeField.ts';
import { hasSetting } from './fieldTypes.ts';
import { rowFieldsOf } from './rowFieldsOf.ts';
import type { FieldChange, Texts } from './types.ts';

/** Adds a field to the declarations of its entity. */
export function applyField(change: FieldChange, draft: DeclarationDraft): void {
  const { entity: id } = fieldOfChange(change);
  const entity = draft.named('entity', id);
  if (!entity) draft.report(change, 'no-entity', { at: '/name', params: { entity: id } });
  else {
    addProperty(change, entity.json, draft);
    applyUnique(change, entity.json, draft);
    applyRules(change, draft);
    applyAccess(change, draft);
    applyDefault(change, draft);
    writeByCalls(change, draft);
    carryInSheets(change, draft);
    changeInMany(change, draft);
  }
}

function addProperty(change: FieldChange, json: EntityDeclaration, draft: DeclarationDraft): void {
  const { field } = fieldOfChange(change);
  const property = {
    ...describeField(change, { path: change.name, change, at: '' }, draft),
    ...(change.group && { 'x-group': change.group }),
    ...computedWords(change),
    ...linkedWords(change),
    'x-overlay': changeKey(change),
  };
  json.properties = { ...json.properties, [field]: draft.mark(property, change) };
  if (change.required === true) json.required = [...(json.required ?? []), field];
  if (change.search) json['x-search'] = [...(json['x-search'] ?? []), field];
  if (change.index) json['x-index'] = [...(json['x-index'] ?? []), field];
}

function computedWords({ computed }: FieldChange): Field {
  if (!computed || computed.override || computed.when) return {};
  return computed.stored ? { readOnly: true } : { readOnly: true, 'x-stored': false };
}

/** A value of other records; left out while the person who configures it has not chosen everything. */
function linkedWords({ rollUp, lookThrough }: FieldChange): Field {
  const isRolledUp = rollUp?.of && rollUp.by && rollUp.function;
  const isReadThrough = lookThrough?.by && lookThrough.field;
  return {
    ...(isRolledUp && { 'x-rollUp': rollUp }),
    ...(isReadThrough && { 'x-lookThrough': lookThrough }),
  };
}

function applyUnique(change: FieldChange, json: EntityDeclaration, draft: DeclarationDraft): void {
  if (!change.unique) return;
  const { entity, field } = fieldOfChange(change);
  const id = `${entity}.${field}.unique`;
  const within = change.unique === true ? {} : { within: [...change.unique.within] };
  const unique: Unique = { id, fields: [field], ...within, collation: 'nocase', message: id, at: field };
  json['x-unique'] = [...(json['x-unique'] ?? []), draft.mark(unique, change, '/unique')];
  draft.text(change, id, alreadyTaken(change.title), '/unique');
}

type Unique = NonNullable<EntityDeclaration['x-unique']>[number];

const alreadyTaken = (title: Texts): Texts => ({
  'en-CA': `Another record has this value already: ${title['en-CA']}. Enter another one.`,
  'fr-CA': `Une autre fiche a déjà cette valeur\u00a0: ${title['fr-CA']}. Saisissez-en une autre.`,
});

/** Adds the field's rules, named <entity>.<Field>.<slot>. */
function applyRules(change: FieldChange, draft: DeclarationDraft): void {
  const { entity, field } = fieldOfChange(change);
  for (const [slot, words] of rulesOf(change))
    addRule({ id: `${change.name}.${slot}`, field, ...words }, { entity, change, at: `/${slot}` }, draft);
  for (const [index, { name, computed }] of rowFieldsOf(change).entries())
    if (computed?.value) {
      const rule = { id: `${change.name}.${name}.computed`, each: field, field: name, value: computed.value };
      addRule(rule, { entity, change, at: `/fields/${index}/computed` }, draft);
    }
}

function rulesOf(change: FieldChange): readonly (readonly [string, Partial<Rule>])[] {
  const { visible, required, editable, computed, options, reference, retain } = change;
  const rules: [string, Partial<Rule>][] = [];
  if (visible) rules.push(['visible', { relevant: visible, ...(retain && { retain }) }]);
  if (typeof required === 'string') rules.push(['required', { required }]);
  if (editable) rules.push(['editable', { editable }]);
  if (computed) {
    const { stored: _stored, ...words } = computed;
    rules.push(['computed', words]);
  }
  if (options && reference) rules.push(['options', { options: { from: reference, ...options } }]);
  return rules;
}

/** A default that is an expression, computed for each new record. */
function applyDefault(change: FieldChange, draft: DeclarationDraft): void {
  const { defaultBy } = change;
  if (!defaultBy) return;
  const { entity, field } = fieldOfChange(change);
  const behaviour = behaviourOf(entity, draft);
  behaviour.defaults = { ...behaviour.defaults, [field]: defaultBy };
  draft.note(draft.named('behaviour', entity)?.file ?? '', `/defaults/${field}`, change);
}

function applyAccess(change: FieldChange, draft: DeclarationDraft): void {
  if (change.view === undefined && change.edit === undefined) return;
  const { entity, field } = fieldOfChange(change);
  const behaviour = behaviourOf(entity, draft);
  const access = {
    ...(change.view !== undefined && { view: change.view }),
    ...(change.edit !== undefined && { write: change.edit }),
  };
  behaviour.policy = {
    ...behaviour.policy,
    fields: { ...behaviour.policy?.fields, [field]: draft.mark(access, change, '/view') },
  };
}

/** Adds the field to routes that list the fields they write, unless they are about a specific part. */
function writeByCalls(change: FieldChange, draft: DeclarationDraft): void {
  // Nobody writes it.
  if (change.rollUp || change.lookThrough) return;
  const { entity, field } = fieldOfChange(change);
  const routes = draft.seen('api', entity)?.routes ?? [];
  const governed = change.group && routes.some(({ fields }) => fields?.includes(`@${change.group}`));
  if (governed || !routes.some(isGeneral)) return;
  for (const route of draft.named('api', entity)?.json.routes ?? [])
    if (isGeneral(route)) route.fields = [...(route.fields ?? []), field];
}

/** Adds the field as the last column of the entity's spreadsheets, unless it does not fit into a cell. */
function carryInSheets(change: FieldChange, draft: DeclarationDraft): void {
  const { entity, field } = fieldOfChange(change);
  const isNamed = draft.seen('entity', change.reference ?? '')?.properties.Name !== undefined;
  const hasCell =
    isKind(change.type) &&
    kinds[change.type].sheet &&
    (kinds[change.type].query.isShown || kinds[change.type].isSigned);
  if (
    !hasCell ||
    change.computed ||
    change.rollUp ||
    change.lookThrough ||
    (hasSetting(change.type, 'reference') && !isNamed)
  )
    return;
  if (change.show && !change.show.includes('Name')) return;
  if (!draft.seen('api', entity)?.sheets) return;
  for (const sheet of Object.values(draft.named('api', entity)?.json.sheets ?? {}))
    if (sheet) sheet.columns = [...sheet.columns, field];
}

/** In the list of an own entity, people set the field of many records at once. */
function changeInMany(change: FieldChange, draft: DeclarationDraft): void {
  const { type, computed, rollUp, lookThrough, unique } = change;
  const { entity: id, field } = fieldOfChange(change);
  const isEntered = !computed && !rollUp && !lookThrough && !unique && !hasSetting(type, 'sequence');
  if (!isEntered || !isKind(type)) return;
  const { query, isSigned, refersTo } = kinds[type];
  if (!query.isShown || isSigned || refersTo === 'file') return;
  const list = draft.seen('screen', `${id}-list`) && draft.named('screen', `${id}-list`);
  const [grid] = list?.file.startsWith('screens/custom/') ? list.json.blocks : [];
  if (grid?.kind !== 'grid' || grid.entity !== id) return;
  const fields = [...(grid.bulk?.fields ?? []), field] as NonNullable<typeof grid.bulk>['fields'];
  grid.bulk = { save: `PUT ${grid.find}/{id}`, fields };
}

const writing = new Set(['create', 'update', 'copy']);

function isGeneral({ operation, fields, as, body, set }: ApiDeclaration['routes'][number]): boolean {
  const own = as !== undefined || body !== undefined || set !== undefined;
  return writing.has(operation) && fields !== undefined && !own;
}
