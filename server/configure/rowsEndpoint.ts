/** `/configure/draft/rows`: which stored records a person would see under the draft, and why. */
import {
  type DataRecord,
  type EntityModel,
  type FilterTree,
  type Model,
  resolveReferencePath,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { askedText } from '../http/Asks.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { json } from '../http/respond.ts';
import { authorize, isAllowed } from '../operations/authorize.ts';
import { allOf, among, equals } from '../operations/filters.ts';
import { accessAlong } from '../operations/guardedPaths.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { limitsOf, type Person, seesEvery, testsMet } from '../operations/rowLimits.ts';
import { type ConfigureServices, callAt } from './ConfigureServices.ts';
import { configuring, draftAt } from './draftEndpoints.ts';
import { personNamed } from './personNamed.ts';

/** As many records as a person compares at a glance. */
const most = 10;

export function rowsEndpoint(services: ConfigureServices): Endpoint {
  return {
    ...configuring,
    method: 'GET',
    path: '/configure/draft/rows',
    asks: [
      askedText('entity', 'The entity whose records are tried.'),
      askedText('person', 'The user name of the person.'),
    ],
    handle: (call) => rows(services, call),
  };
}

/** Only records that the caller sees are tried. */
async function rows(services: ConfigureServices, call: ApiCall): Promise<Response> {
  const at = callAt(services, call);
  const { runtime } = at.call;
  const id = call.query().get('entity') ?? '';
  const { model } = (await at.candidates.of((await draftAt(at)).changes)).compilation;
  const entity = model.entities.get(id);
  if (!entity) throw refusals.noSuchRecord({ params: { entity: 'configure.entity', id } });
  const person = await personNamed(at, model, call.query().get('person') ?? '');
  const stored = runtime.model.entities.get(id);
  if (stored) authorize(stored.policy.view, call.session?.features);
  const records = stored ? await sample(runtime, id) : [];
  const May = isAllowed(entity.policy.view, person.features);
  const All = seesEvery(model, id, person);
  const isOpen = (path: string): boolean =>
    [model, runtime.model].every((one) =>
      accessAlong(one, id, path).every((access) => isAllowed(access, call.session?.features)),
    );
  const isNamed = isOpen(entity.labelField);
  const met = stored && !All ? await metBy({ runtime, model, entity, isOpen }, person, records) : new Map();
  return json({
    May,
    All,
    Items: records.map((record) => {
      const Why: readonly string[] = met.get(String(record.Id)) ?? [];
      return {
        Id: record.Id,
        Name: isNamed ? (record[entity.labelField] ?? null) : null,
        Seen: May && (All || Why.length > 0),
        Why,
      };
    }),
  });
}

async function sample({ store }: Runtime, entity: string): Promise<readonly DataRecord[]> {
  const sort = [{ path: 'CreatedDate', direction: 'desc' }] as const;
  return (await store.find({ entity, sort, page: { number: 1, size: most } })).items;
}

type Trying = {
  readonly runtime: Runtime;
  readonly model: Model;
  readonly entity: EntityModel;
  /** Whether the caller may read the path: which records meet a test would tell its values. */
  readonly isOpen: (path: string) => boolean;
};

/** By record: the paths that show it to the person. A field of the draft is not stored yet, so it shows nothing. */
async function metBy(
  trying: Trying,
  person: Person,
  records: readonly DataRecord[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { runtime, model, entity } = trying;
  const met = new Map<string, string[]>();
  const ids = records.map(({ Id }) => String(Id));
  if (ids.length === 0) return met;
  const tests = testsMet(model, entity.id, person).map(
    ({ field, value }) => [field, equals(field, value)] as const,
  );
  for (const [path, test] of [...tests, ...(await accountTests(trying, person))]) {
    if (!isStored(trying, entity.id, path) || !trying.isOpen(path)) continue;
    const filter = allOf([among('Id', ids), test]);
    const { items } = await runtime.store.find({ entity: entity.id, ...(filter && { filter }) });
    for (const { Id } of items) met.set(String(Id), [...(met.get(String(Id)) ?? []), path]);
  }
  return met;
}

const isStored = ({ runtime: { model } }: Trying, id: string, path: string): boolean => {
  const entity = model.entities.get(id);
  return entity !== undefined && resolveReferencePath(model.entities, entity, path)?.field.stored === true;
};

/** The paths to accounts that the person sees: their own, and those of the people they see. */
async function accountTests(
  trying: Trying,
  person: Person,
): Promise<readonly (readonly [string, FilterTree])[]> {
  const { runtime, model, entity } = trying;
  const { ofAccounts, people, userName } = limitsOf(model, person);
  const paths = ofAccounts.get(entity.id);
  if (!paths) return [];
  const names = [userName];
  for (const { entity: id, by } of people) {
    const tests = testsMet(model, id, person).filter(({ field }) => isStored(trying, id, field));
    if (tests.length === 0 || !isStored(trying, id, by)) continue;
    const filter: FilterTree = { kind: 'or', of: tests.map(({ field, value }) => equals(field, value)) };
    const { items } = await runtime.store.find({ entity: id, filter });
    names.push(...items.flatMap(({ [by]: name }) => (name ? [String(name)] : [])));
  }
  return paths.map((path) => [`${path}.UserName`, among(`${path}.UserName`, names)]);
}
