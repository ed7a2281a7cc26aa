/** `/alike/{entity}`: possible duplicates of a record before it is created. */
import type { DataRecord, EntityModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { json } from '../http/respond.ts';
import { authorize, isAllowed } from '../operations/authorize.ts';
import { allOf, among } from '../operations/filters.ts';
import { sentRecord, unfinishedRecord } from './recordTakes.ts';

/** As many as a person compares by eye; per list of fields and in total. */
const most = 5;
/** Values per path through rows. */
const mostValues = 10;
/** Shorter texts match too much. */
const fewestLetters = 3;

/** Open to callers who may create and view such records. Row access applies through the call's store. */
export function alikeEndpoint(): Endpoint {
  return {
    method: 'POST',
    path: '/alike/{entity}',
    ids: [],
    access: { kind: 'login' },
    opens: (call) => void entityOf(call),
    takes: unfinishedRecord(entityOf),
    handle: answer,
  };
}

function entityOf(call: ApiCall): EntityModel {
  const entity = call.runtime.model.entities.get(call.params.entity ?? '');
  if (!entity || entity.alike.length === 0) throw refusals.noSuchPath({ params: { path: call.path } });
  authorize(entity.policy.create, call.session?.features);
  authorize(entity.policy.view, call.session?.features);
  return entity;
}

async function answer(call: ApiCall): Promise<Response> {
  const entity = entityOf(call);
  const features = call.session?.features;
  const draft = sentRecord(call);
  const found = new Map<string, { readonly record: DataRecord; readonly fields: Set<string> }>();
  for (const fields of entity.alike.filter((names) =>
    names.every((name) => mayView(entity, name, features)),
  )) {
    const filters = fields.map((field) => sameAs(draft, field));
    if (filters.includes(undefined)) continue;
    const page = { number: 1, size: most };
    const { items } = await call.runtime.store.find({ entity: entity.id, filter: allOf(filters), page });
    for (const record of items) {
      const known = found.get(String(record.Id)) ?? { record, fields: new Set() };
      found.set(String(record.Id), known);
      for (const field of fields) known.fields.add(field);
    }
  }
  // Best matches first.
  const ordered = [...found.values()].sort((a, b) => b.fields.size - a.fields.size).slice(0, most);
  const name = mayView(entity, entity.labelField, features) ? entity.labelField : 'Id';
  return json({
    Items: ordered.map(({ record, fields }) => ({ Id: record.Id, Name: record[name], Fields: [...fields] })),
  });
}

function mayView({ policy }: EntityModel, path: string, features: ReadonlySet<string> | undefined): boolean {
  const own = policy.fields[path.split('.')[0] ?? '']?.view;
  return own === undefined || isAllowed(own, features);
}

function sameAs(draft: DataRecord, path: string) {
  const texts = valuesAt(draft, path.split('.')).map((value) => String(value).trim());
  const telling = [...new Set(texts)].filter((text) => [...text].length >= fewestLetters);
  return telling.length === 0 ? undefined : among(path, telling.slice(0, mostValues));
}

/** Collects the values of every row on the path. */
function valuesAt(value: unknown, names: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value.slice(0, mostRows).flatMap((row) => valuesAt(row, names));
  const [name, ...rest] = names;
  if (name !== undefined) return value ? valuesAt((value as DataRecord)[name], rest) : [];
  return typeof value === 'string' || typeof value === 'number' ? [value] : [];
}

const mostRows = 100;
