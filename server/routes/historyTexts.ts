/** Display texts of changed values: names of records, choices and people instead of stored ids. */
import {
  type DataRecord,
  type EntityModel,
  everyId,
  type FieldModel,
  formatMessage,
  holdsFiles,
  kinds,
} from '#engine';
import type { ApiCall } from '../http/ApiCall.ts';
import { isAllowed } from '../operations/authorize.ts';
import { allOf, among, equals } from '../operations/filters.ts';
import { lookupItems } from '../operations/lookupItem.ts';
import { peopleNames } from '../operations/peopleNames.ts';
import { idsIn } from '../operations/storedFields.ts';
import { choiceSeparator } from '../sheets/sheetCell.ts';
import { isPartly } from './isPartly.ts';

/** `Names` holds every name used, also within rows, so that a page can format them itself. */
type Texts = {
  readonly PreviousText?: string;
  readonly CurrentText?: string;
  readonly Names?: Readonly<Record<string, string>>;
};

/** Adds display texts to these changes, in the caller's language. */
export async function historyTexts(
  items: readonly DataRecord[],
  call: ApiCall,
): Promise<(item: DataRecord) => Texts> {
  const naming: Naming = { call, wanted: new Map(), people: new Set(), names: new Map() };
  for (const item of items) for (const value of valuesOf(item)) collect(naming, fieldOf(item, call), value);
  for (const [entity, ids] of naming.wanted) await nameRecords(naming, entity, ids);
  if (naming.people.size > 0)
    for (const [userName, name] of await peopleNames(call, call.runtime.store, [...naming.people]))
      naming.names.set(userName, name);
  return (item) => {
    const field = fieldOf(item, call);
    if (!field) return {};
    const used = new Map<string, string>();
    const [before, after] = valuesOf(item).map((value) => textOf({ ...naming, used }, field, value));
    return {
      ...(before && { PreviousText: before }),
      ...(after && { CurrentText: after }),
      ...(used.size > 0 && { Names: Object.fromEntries(used) }),
    };
  };
}

type Naming = {
  readonly call: ApiCall;
  /** Entity → ids of records to name, and whether seeing the field implies seeing the name. */
  readonly wanted: Map<string, Map<string, boolean>>;
  readonly people: Set<string>;
  /** Id or user name → name. */
  readonly names: Map<string, string>;
  /** The names used by one change. */
  readonly used?: Map<string, string>;
};

const valuesOf = ({ PreviousValue, CurrentValue }: DataRecord) => [PreviousValue, CurrentValue];

function fieldOf({ Entity, Field }: DataRecord, { runtime: { model } }: ApiCall): FieldModel | undefined {
  return model.entities.get(String(Entity))?.fieldByPath.get(String(Field));
}

function collect(naming: Naming, field: FieldModel | undefined, value: unknown): void {
  if (!field || value === null || value === undefined) return;
  if (field.ref) {
    const { entity } = field.ref;
    const ids = naming.wanted.get(entity) ?? new Map<string, boolean>();
    naming.wanted.set(entity, ids);
    const label = naming.call.runtime.model.entities.get(entity)?.labelField ?? 'Id';
    const isShown = holdsFiles(field) || field.expand?.fields.includes(label) === true;
    for (const id of idsIn(value)) ids.set(id, isShown || ids.get(id) === true);
  } else if (field.fields)
    for (const row of [value].flat().filter(isRecord))
      for (const inner of field.fields) collect(naming, inner, row[inner.name]);
  else if (field.isPerson && typeof value === 'string') naming.people.add(value);
}

/** A removed record keeps the last name in its history. */
async function nameRecords(
  { call, names }: Naming,
  id: string,
  wanted: ReadonlyMap<string, boolean>,
): Promise<void> {
  const { model, store } = call.runtime;
  const entity = model.entities.get(id);
  const { locale, session } = call;
  const say = (key: string, params: Readonly<Record<string, unknown>> = {}) =>
    formatMessage(model, locale, key, params);
  names.set(everyId, say('ui.all'));
  const isOpen = entity && isAllowed(entity.policy.view, session?.features);
  const isHidden = !entity || hidesName(entity, call);
  const ids = [...wanted.keys()].filter((one) => !isHidden && (isOpen || wanted.get(one)));
  for (const one of wanted.keys()) if (one !== everyId) names.set(one, say('history.unseen'));
  if (!entity || ids.length === 0) return;
  for (const one of ids) if (one !== everyId) names.delete(one);
  for (const record of await store.getMany(id, ids))
    names.set(String(record.Id), String(record[entity.labelField] ?? say(entity.title)));
  const gone = ids.filter((one) => !names.has(one));
  if (gone.length === 0) return;
  // A person with row access must not learn which records were removed.
  const isUnsure = isPartly(entity, call);
  const last = isUnsure ? new Map<string, string>() : await lastNames(entity, gone, call);
  for (const one of gone) {
    const name = last.get(one);
    const removed = name === undefined ? say('history.removed') : say('history.removed-name', { name });
    names.set(one, isUnsure ? say('history.unseen') : removed);
  }
}

function hidesName({ policy, labelField }: EntityModel, { session }: ApiCall): boolean {
  const view = policy.fields[labelField]?.view;
  return view !== undefined && !isAllowed(view, session?.features);
}

async function lastNames(
  entity: EntityModel,
  ids: readonly string[],
  { runtime: { store } }: ApiCall,
): Promise<ReadonlyMap<string, string>> {
  const { items } = await store.find({
    entity: 'history',
    filter: allOf([equals('Entity', entity.id), equals('Field', entity.labelField), among('RecordId', ids)]),
    sort: [{ path: 'ChangedAt', direction: 'desc' }],
    page: { number: 1, size: 1000 },
  });
  // The latest name of each record comes last and wins.
  return new Map(
    items.toReversed().flatMap(({ RecordId, PreviousValue, CurrentValue }) => {
      const name = CurrentValue ?? PreviousValue;
      return typeof name === 'string' && name !== '' ? [[String(RecordId), name] as const] : [];
    }),
  );
}

/** Undefined when the client formats the value itself: numbers, texts and days. */
function textOf(naming: Naming, field: FieldModel, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const { locale, runtime } = naming.call;
  if (field.ref) return joined(idsIn(value).map((id) => nameOf(naming, id)));
  if (field.fields) return rowsText(naming, field.fields, value);
  if (field.isPerson) return nameOf(naming, String(value));
  if (typeof value === 'boolean') return formatMessage(runtime.model, locale, value ? 'ui.yes' : 'ui.no');
  const { written } = kinds[field.kind];
  if (written) return written.format(value, locale);
  if (!field.lookup) return undefined;
  const items = lookupItems(runtime.model, locale, field.lookup);
  if (Array.isArray(value))
    return joined(
      value.map((one) => String(items.get(one)?.DisplayName ?? one)),
      choiceSeparator,
    );
  const found = items.get(value);
  if (found) return String(found.DisplayName);
  if (field.kind !== 'flags' || typeof value !== 'number') return undefined;
  const set = [...items.values()].filter(
    ({ Id }) => typeof Id === 'number' && Id !== 0 && (value & Id) === Id,
  );
  return joined(set.map(({ DisplayName }) => String(DisplayName)));
}

function nameOf({ names, used }: Naming, id: string): string {
  const name = names.get(id) ?? id;
  used?.set(id, name);
  return name;
}

const rowsText = (naming: Naming, fields: readonly FieldModel[], value: unknown): string | undefined =>
  joined(
    [value].flat().map((row) => {
      if (!isRecord(row)) return undefined;
      const members = fields.map((field) => {
        const member = row[field.name];
        if (field.kind === 'id' || typeof member === 'boolean') return undefined;
        const isPlain = typeof member === 'string' || typeof member === 'number';
        return textOf(naming, field, member) ?? (isPlain ? String(member) : undefined);
      });
      return joined(members);
    }),
    '; ',
  );

function joined(texts: readonly (string | undefined)[], by = ', '): string | undefined {
  const said = texts.filter((text) => text !== undefined && text !== '');
  return said.length === 0 ? undefined : said.join(by);
}

const isRecord = (value: unknown): value is DataRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
