/**
 * A reference chosen in a form carries what answers expand, so that form and server rules read the same:
 * every reference of every placed field, however it was chosen.
 */
import { QueryClient } from '@tanstack/react-query';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createForm,
  type DataRecord,
  type EntityModel,
  type FieldModel,
  type FormState,
  type OptionsRequest,
  type SectionModel,
  sameValue,
} from '#engine';
import { createApi } from '../../renderer/data/createApi.ts';
import { createFindOptions } from '../../renderer/form/findOptions.ts';
import { type Running, startApp } from './support/startApp.ts';

type Reference = {
  readonly entity: EntityModel;
  readonly field: FieldModel;
  readonly lists: readonly string[];
};

let app: Running;
let find: (request: OptionsRequest) => Promise<readonly DataRecord[]>;

beforeAll(async () => {
  app = await startApp({ store: 'memory' });
  find = await finder('admin');
});

// Files cannot be chosen: a file is uploaded, and the answer is its record.
const references = () => placedReferences().filter(({ field }) => field.ref?.entity !== 'file');

describe('a chosen reference', () => {
  it('carries what x-expand declares, however it was chosen: a record of a list, an id, an id with a name', async () => {
    const wrong: string[] = [];
    const empty: string[] = [];
    for (const reference of references()) {
      const [record] = await candidates(reference);
      if (!record) empty.push(nameOf(reference));
      else wrong.push(...(await wrongWays(reference, record)));
    }
    expect(wrong).toEqual([]);
    // The sample data has a choice for each.
    expect(empty).toEqual([]);
  });

  it('exists in the model of the application', () => {
    const names = references().map(nameOf);
    expect(names.length).toBeGreaterThan(30);
    for (const name of [
      'coverage-group.CoverageItems',
      'product.BrandId',
      'plan.PlanCoverageItems.ExcludedCoverageItems',
    ])
      expect(names).toContain(name);
  });
});

const ways: Readonly<
  Record<string, (record: DataRecord, field: FieldModel) => readonly [unknown, DataRecord?]>
> = {
  'the record of a list': (record, { kind }) => (kind === 'references' ? [[record]] : [record.Id, record]),
  'its id': ({ Id }, { kind }) => (kind === 'references' ? [[{ Id }]] : [Id]),
  'its id as a text': ({ Id }, { kind }) => (kind === 'references' ? [[Id]] : [Id]),
  'its id and name': ({ Id, Name }, { kind }) => {
    const brief = Name === undefined ? { Id } : { Id, Name };
    return kind === 'references' ? [[brief]] : [Id, brief];
  },
};

async function wrongWays(reference: Reference, record: DataRecord): Promise<readonly string[]> {
  const expected = await answerOf(reference, record);
  const wrong: string[] = [];
  for (const [way, make] of Object.entries(ways)) {
    for (const isWhole of reference.lists.length > 0 ? [false, true] : [false]) {
      const form = formOf(reference.entity);
      const path = put(form, reference, make(record, reference.field), isWhole);
      await form.ready();
      // A field that another answer of the row must first make visible carries nothing yet.
      if (!form.view(path).visible) continue;
      const found = expansionAt(form, path, reference.field);
      if (!saysTheSame(found, expected))
        wrong.push(
          `${nameOf(reference)}, chosen by ${way}${isWhole ? ', rows set as a whole' : ''}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`,
        );
    }
  }
  return wrong;
}

/** Sets the value at its place; for rows, in an added row or with the rows set as a whole. */
function put(
  form: FormState,
  { field, lists }: Reference,
  [value, option]: readonly [unknown, DataRecord?],
  isWhole: boolean,
): string {
  const [list] = lists;
  if (list === undefined) {
    const path = `/${field.path.replaceAll('.', '/')}`;
    form.change(path, value, option);
    return path;
  }
  const inner = field.path.slice(list.length + 1).replaceAll('.', '/');
  const row = { [field.name]: value, ...(option && field.expand ? { [field.expand.as]: option } : {}) };
  if (isWhole) form.change(`/${list}`, [row]);
  else {
    form.addRow(`/${list}`);
    form.change(`/${list}/0/${inner}`, value, option);
  }
  return `/${list}/0/${inner}`;
}

function expansionAt(form: FormState, path: string, { kind, expand }: FieldModel): unknown {
  const at = path.split('/').slice(1);
  if (kind !== 'references') at[at.length - 1] = expand?.as ?? '';
  let value: unknown = form.record();
  for (const name of at) value = (value as DataRecord | undefined)?.[name];
  return kind === 'references' ? (value as readonly unknown[])[0] : value;
}

/** What a stored record that refers to it expands, asked of the store like every answer. */
async function answerOf({ field }: Reference, { Id }: DataRecord): Promise<DataRecord> {
  const [record] = await app.store.getMany(field.ref?.entity ?? '', [String(Id)]);
  const names = field.expand?.fields ?? [];
  return { Id, ...Object.fromEntries(names.map((name) => [name, record?.[name] ?? null])) };
}

/** The same members, with at least the store's content; nested lookups may have more. */
function saysTheSame(found: unknown, expected: unknown, depth = 0): boolean {
  if (Array.isArray(found) && Array.isArray(expected))
    return (
      found.length === expected.length &&
      expected.every((row, index) => saysTheSame(found[index], row, depth + 1))
    );
  if (!isObject(found) || !isObject(expected)) return sameValue(found, expected);
  const names = ({ ...record }: DataRecord) =>
    Object.keys(record).filter((name) => (record[name] ?? null) !== null);
  const isSame = depth > 0 || sameValue(names(found).sort(), names(expected).sort());
  return isSame && names(expected).every((name) => saysTheSame(found[name], expected[name], depth + 1));
}

function isObject(value: unknown): value is DataRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function candidates({ entity, field }: Reference): Promise<readonly DataRecord[]> {
  const rule = entity.rules.options.find((one) => one.field === field.path);
  return find({
    entity: field.ref?.entity ?? '',
    find: rule?.find,
    filter: { kind: 'constant', value: true },
    sort: [],
  });
}

/** The form without the rules that hide, lock or compute: this test is about references. */
function formOf(entity: EntityModel): FormState {
  const model = app.models.current();
  const nothing = Object.fromEntries(Object.keys(entity.rules).map((kind) => [kind, []]));
  const { options } = entity.rules;
  const plain = {
    ...entity,
    rules: { ...nothing, options: options.map((rule) => ({ ...rule, where: undefined })) },
  } as unknown as EntityModel;
  return createForm({
    entity: plain,
    record: {},
    isNew: true,
    context: { model, user: everybody, today: '2026-11-20', now: '2026-11-20T12:00:00Z', locale: 'en-CA' },
    validators: {},
    loadOptions: find,
  });
}

const everybody = { Id: 'u', UserName: 'u', DisplayName: 'U', Roles: [], Features: [] };

/** References in fields that any form of any screen places, including those of rows. */
function placedReferences(): readonly Reference[] {
  const model = app.models.current();
  const found = new Map<string, Reference>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { entity, sections } = node as { entity?: string; sections?: readonly SectionModel[] };
    const owner = model.entities.get(entity ?? '');
    const items = owner && Array.isArray(sections) ? sections.flatMap((section) => section.items ?? []) : [];
    if (owner) for (const { field } of items) add(found, owner, owner.fieldByPath.get(field));
    Object.values(node).forEach(visit);
  };
  for (const screen of model.screens.values()) visit(screen.blocks);
  return [...found.values()];
}

function add(found: Map<string, Reference>, entity: EntityModel, field: FieldModel | undefined): void {
  if (!field) return;
  if (field.ref && field.expand) {
    const lists = entity.fields.filter(
      ({ kind, name }) => kind === 'rows' && field.path.startsWith(`${name}.`),
    );
    found.set(`${entity.id}.${field.path}`, { entity, field, lists: lists.map(({ name }) => name) });
  }
  for (const inner of field.fields ?? []) add(found, entity, inner);
}

function nameOf({ entity, field }: Reference): string {
  return `${entity.id}.${field.path}`;
}

/** Choices as the renderer asks for them, from the application in this process. */
async function finder(role: string): Promise<typeof find> {
  const model = app.models.current();
  const login = await app.fetch(
    new Request('http://localhost/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ UserName: role, Password: 'demo' }),
    }),
  );
  const { Token } = (await login.json()) as { Token: string };
  const api = createApi({
    locale: () => 'en-CA',
    networkMessage: () => '',
    carriedOutMessage: () => 'carried out',
    signInAgain: async () => false,
    confirm: async () => false,
    reached: () => {},
    fetch: async (input, init) =>
      app.fetch(
        new Request(new URL(String(input), 'http://localhost'), {
          ...init,
          headers: { ...Object.fromEntries(new Headers(init?.headers)), authorization: `Bearer ${Token}` },
        }),
      ),
  });
  return createFindOptions({ api, model, client: new QueryClient() });
}
