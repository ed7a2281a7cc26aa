/** Checks the records of an empty database: fields, choices, ids and references. */

import type { SeedDeclaration } from '../declaration/types.generated.ts';
import { kinds } from '../fields/registry.ts';
import { locales } from '../messages.ts';
import { kindOfFile } from '../model/sources.ts';
import { isNormal } from '../rules/normalRecord.ts';
import type {
  DataRecord,
  DeclarationSet,
  EntityModel,
  FieldModel,
  Finding,
  Model,
} from '../types/modelTypes.ts';
import { namesOf } from './checkExamples.ts';

type Found = { readonly path: string; readonly message: string };
type List = 'reference' | 'demo';

type Seeding = {
  readonly model: Model;
  readonly entity: EntityModel;
  readonly list: List;
  /** Seeded ids by entity: always, and with the sample data. */
  readonly ids: Readonly<Record<List, (entity: string) => ReadonlySet<unknown>>>;
};

/** Findings about seeds: a dangling reference or a duplicate id would abort the first start. */
export function checkSeeds(set: DeclarationSet, model: Model): readonly Finding[] {
  const ids = seededIds(model);
  return [...defaultsOf(set, model, ids), ...seedsOf(set, model, ids)];
}

/** A dangling default reference aborts the first start too. */
function defaultsOf(set: DeclarationSet, model: Model, ids: Seeding['ids']): readonly Finding[] {
  return set.files.flatMap(({ file, json }) => {
    const entity =
      kindOfFile(file) === 'entity' ? model.entities.get((json as { $id: string }).$id) : undefined;
    return (entity?.fields ?? []).flatMap((field): readonly Finding[] => {
      if (!entity || !field.ref || field.default === undefined || field.default === null) return [];
      const path = `/properties/${field.name}/default`;
      const found = ofReference(field, field.default, path, { model, entity, list: 'reference', ids });
      return found.map((one) => ({ severity: 'error', file, ...one }));
    });
  });
}

function seedsOf(set: DeclarationSet, model: Model, ids: Seeding['ids']): readonly Finding[] {
  return set.files.flatMap(({ file, json }) => {
    const seed = json as SeedDeclaration;
    const entity = kindOfFile(file) === 'seed' ? model.entities.get(seed.for) : undefined;
    if (!entity) return [];
    const found = (['reference', 'demo'] as const).flatMap((list) =>
      (seed[list] ?? []).flatMap((record, index) =>
        ofRecord(record as DataRecord, `/${list}/${index}`, { model, entity, list, ids }),
      ),
    );
    return [...once(found), ...doubled(seed)].concat(unusedTexts(seed, entity)).map((one) => ({
      severity: 'error',
      file,
      ...one,
    }));
  });
}

/** Reports a message that applies to several places, such as a missing record, at the first one only. */
function once(found: readonly Found[]): readonly Found[] {
  const counts = new Map<string, number>();
  for (const { message } of found) counts.set(message, (counts.get(message) ?? 0) + 1);
  return [...new Map(found.toReversed().map((one) => [one.message, one])).values()]
    .toReversed()
    .map(({ path, message }) => {
      const count = counts.get(message) ?? 1;
      return { path, message: count > 1 ? `${message} It is so in ${count} places.` : message };
    });
}

function ofRecord(record: DataRecord, path: string, seeding: Seeding): readonly Found[] {
  const { entity } = seeding;
  const id = isUuid(record.Id) ? [] : [{ path: `${path}/Id`, message: `${wanted} ${said(record.Id)}` }];
  const { [localizations]: texts, ...own } = record;
  const values = entity.fields.flatMap((field) => ofField(field, record, path, seeding));
  const translated = ofTexts(texts, `${path}/${localizations}`, entity);
  return [...id, ...namesOf(own, path, entity), ...values, ...translated];
}

/** Translations beside a record: its texts in languages other than the first. */
const localizations = '$localized';
const others: readonly string[] = locales.slice(1);

function ofTexts(texts: unknown, path: string, { id, fields }: EntityModel): readonly Found[] {
  return Object.entries((texts ?? {}) as DataRecord).flatMap(([name, byLanguage]) => {
    const at = `${path}/${name}`;
    if (!fields.some((field) => field.name === name && field.localized))
      return [{ path: at, message: `${id} has no text ${name} of several languages (x-localized).` }];
    return Object.entries((byLanguage ?? {}) as DataRecord).flatMap(([language, text]) =>
      others.includes(language) && typeof text === 'string' && text !== ''
        ? []
        : [{ path: `${at}/${language}`, message: `Write a text in one of ${others.join(', ')}.` }],
    );
  });
}

/** Translations of texts that no record of the file has. */
function unusedTexts(seed: SeedDeclaration, { id, fields }: EntityModel): readonly Found[] {
  const records = [...(seed.reference ?? []), ...(seed.demo ?? [])] as readonly DataRecord[];
  return Object.entries(seed.texts ?? {}).flatMap(([language, byField]) =>
    Object.entries(byField ?? {}).flatMap(([name, texts = {}]) => {
      const path = `/texts/${language}/${name}`;
      if (!fields.some((field) => field.name === name && isNormal(field)))
        return [{ path, message: `${id} has no text ${name}. Correct the name.` }];
      const used = new Set(records.map((record) => record[name]));
      return Object.keys(texts)
        .filter((text) => !used.has(text))
        .map((text) => ({ path, message: `No record of this file has the text ${said(text)}` }));
    }),
  );
}

function ofField(field: FieldModel, record: DataRecord, path: string, seeding: Seeding): readonly Found[] {
  const value = record?.[field.name];
  const at = `${path}/${field.name}`;
  if (value === undefined || value === null) return [];
  const members = (row: unknown, place: string) =>
    (field.fields ?? []).flatMap((member) => ofField(member, row as DataRecord, place, seeding));
  if (field.kind === 'rows')
    return Array.isArray(value) ? value.flatMap((row, index) => members(row, `${at}/${index}`)) : [];
  if (field.kind === 'object') return members(value, at);
  if (field.ref) return ofReference(field, value, at, seeding);
  return ofChoice(field, value, at, seeding.model);
}

function ofReference(field: FieldModel, value: unknown, at: string, seeding: Seeding): readonly Found[] {
  if (Array.isArray(value))
    return value.flatMap((one, index) => ofReference(field, one, `${at}/${index}`, seeding));
  const { entity = '', all } = field.ref ?? {};
  const id = typeof value === 'object' ? (value as DataRecord).Id : value;
  const { ids, list } = seeding;
  if (!isUuid(id))
    return [{ path: at, message: `${field.path} is the Id of one ${entity}. ${wanted} ${said(id)}` }];
  if ((all && /^[0-]+$/.test(id)) || ids[list](entity).has(id)) return [];
  const problem = ids.demo(entity).has(id)
    ? `Only the sample data has the ${entity} ${id}; a reference record refers to reference records. Move one of them.`
    : `No seed has the ${entity} ${id}. Add it to the seed.json of ${entity}, or correct the Id.`;
  return [{ path: at, message: problem }];
}

function ofChoice(field: FieldModel, value: unknown, path: string, model: Model): readonly Found[] {
  const isClosed = kinds[field.kind].expression.startsWith('choice') && !field.keepUnknown;
  const items = isClosed && field.lookup ? model.lookups.get(field.lookup)?.items : undefined;
  const gone = items ? [value].flat().filter((one) => !items.some(({ Id }) => Id === one)) : [];
  return gone.map((one) => ({
    path,
    message: `The lookup ${field.lookup} has no item ${JSON.stringify(one)}.`,
  }));
}

/** Duplicate ids; the finding at the second record names the first. */
function doubled(seed: SeedDeclaration): readonly Found[] {
  const first = new Map<unknown, string>();
  return (['reference', 'demo', 'files'] as const).flatMap((list) =>
    (seed[list] ?? []).flatMap(({ Id }: { Id?: unknown }, index) => {
      const path = `/${list}/${index}`;
      const twin = first.get(Id);
      if (twin === undefined) first.set(Id, path);
      return twin === undefined
        ? []
        : [{ path: `${path}/Id`, message: `${twin} has the Id ${said(Id)} Give each record its own.` }];
    }),
  );
}

/** File contents come with the sample data, as records of the entity file. */
function seededIds(model: Model): Seeding['ids'] {
  const entities = [...model.entities.values()];
  const files = new Set(entities.flatMap(({ seed }) => seed.files.map(({ Id }) => Id)));
  const collect = (lists: readonly List[]) =>
    new Map(
      entities.map(({ id, seed }) => [id, new Set(lists.flatMap((list) => seed[list].map(({ Id }) => Id)))]),
    );
  const [always, sample] = [collect(['reference']), collect(['reference', 'demo'])];
  const none = new Set<unknown>();
  return {
    reference: (entity) => always.get(entity) ?? none,
    demo: (entity) => (entity === 'file' ? files : (sample.get(entity) ?? none)),
  };
}

const wanted = 'An Id is a UUID, such as 01900000-0000-7000-8000-000000000001; this is';
const said = (value: unknown) => `${JSON.stringify(value)}.`;

const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
