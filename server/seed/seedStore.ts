/** Seeds an empty database: reference data always, sample data on request, and users who can sign in. */

import { type Access, type DataRecord, type EntityModel, formatMessage } from '#engine';
import { refreshAll } from '../operations/linked/refreshAll.ts';
import { storedFields } from '../operations/storedFields.ts';
import type { StoreSession } from '../store/types.ts';
import { ownersFirst } from './ownersFirst.ts';
import type { SeedOptions } from './seedOptions.ts';

type Seeded = {
  readonly records: number;
  /** The administrator's generated password: it cannot be shown later. */
  readonly generatedPassword?: string;
};

/** Seeds an empty database in one transaction, safely across processes; undefined if it already has users. */
export async function seedStore(options: SeedOptions): Promise<Seeded | undefined> {
  const { model, store, seed } = options;
  if ((await store.count('user')) > 0) {
    await addSettings(options);
    return undefined;
  }
  const generated =
    seed === 'none' && options.password === undefined ? options.ports.randomToken().slice(0, 20) : undefined;
  const users = await draftUsers({
    ...options,
    password: options.password ?? generated ?? 'demo',
    isGenerated: generated !== undefined || options.mustChangePassword === true,
  });
  const stamp = stampOf(options);
  const files = seed === 'demo' ? await putContents(options) : [];
  const records = await store.transaction(async (session) => {
    // Another process may have seeded it just now.
    if ((await session.count('user')) > 0) return undefined;
    let count = 0;
    for (const entity of ownersFirst(model)) {
      const planned =
        entity.id === 'user'
          ? users
          : [
              ...seedOf(entity, seed),
              ...(entity.id === 'file' ? files : []),
              ...(options.more?.[entity.id] ?? []),
            ];
      await insertAll(session, { entity, records: planned, stamp });
      count += planned.length;
    }
    await refreshAll(session, model, options.ports.newId);
    return count;
  });
  return records === undefined ? undefined : { records, generatedPassword: generated };
}

/**
 * Adds the one record of entities that nobody creates or removes records of, to databases older than the entity.
 * Another process may add it at the same time: then its insert fails, and the record is there.
 */
async function addSettings(options: SeedOptions): Promise<void> {
  const { model, store } = options;
  const isClosed = (access: Access) => access.kind === 'feature' && access.anyOf.length === 0;
  const isSingle = ({ policy, seed }: EntityModel) =>
    isClosed(policy.create) && isClosed(policy.remove) && seed.reference.length === 1;
  for (const entity of [...model.entities.values()].filter(isSingle)) {
    if ((await store.count(entity.id)) > 0) continue;
    const add = async (session: StoreSession) => {
      if ((await session.count(entity.id)) > 0) return;
      await insertAll(session, { entity, records: entity.seed.reference, stamp: stampOf(options) });
    };
    await store.transaction(add).catch(async (error: unknown) => {
      if ((await store.count(entity.id)) === 0) throw error;
    });
  }
}

function seedOf(entity: EntityModel, seed: 'demo' | 'none'): readonly DataRecord[] {
  return seed === 'demo' ? [...entity.seed.reference, ...entity.seed.demo] : entity.seed.reference;
}

/** The parts of the options that a step needs. */
type Seeding<Member extends keyof SeedOptions, Port extends keyof SeedOptions['ports']> = Pick<
  SeedOptions,
  Member
> & { readonly ports: Pick<SeedOptions['ports'], Port> };

/** Contents are stored outside the database and go first; their records follow with all others. */
export async function putContents({
  model,
  ports,
}: Seeding<'model', 'files'>): Promise<readonly DataRecord[]> {
  const seeds = [...model.entities.values()].flatMap((entity) => entity.seed.files);
  return Promise.all(
    seeds.map(async ({ Content, ...record }) => {
      const bytes = Uint8Array.from(atob(Content), (letter) => letter.charCodeAt(0));
      const { size, sha256 } = await ports.files.put(record.Id, new Blob([bytes]).stream(), {
        maxBytes: bytes.length,
      });
      return { ...record, Size: size, Sha256: sha256 };
    }),
  );
}

export function stampOf({ ports }: Seeding<never, 'now'>): DataRecord {
  const now = ports.now().toISOString();
  return { CreatedDate: now, CreatedBy: 'seed', ModifiedDate: now, ModifiedBy: 'seed' };
}

type Batch = {
  readonly entity: EntityModel;
  readonly records: readonly DataRecord[];
  readonly stamp: DataRecord;
};

export async function insertAll(session: StoreSession, { entity, records, stamp }: Batch): Promise<void> {
  const defaults = Object.fromEntries(
    entity.fields.flatMap((field) => (field.default === undefined ? [] : [[field.name, field.default]])),
  );
  for (const record of records) {
    const own = { ...defaults, ...stamp, Revision: 1, ...modifiedAsCreated(record), ...record };
    await session.insert(entity.id, storedFields([...entity.fields, ...entity.memory], own));
  }
}

/** A sample with a creation date only has not been changed since. */
function modifiedAsCreated({ CreatedDate, CreatedBy }: DataRecord): DataRecord {
  return {
    ...(CreatedDate === undefined ? {} : { ModifiedDate: CreatedDate }),
    ...(CreatedBy === undefined ? {} : { ModifiedBy: CreatedBy }),
  };
}

const administrator = 'admin';

/** One user per role, named after it; without sample data only the administrator. */
async function draftUsers({
  model,
  ports,
  seed,
  password,
  isGenerated,
}: SeedOptions & { readonly isGenerated: boolean }): Promise<readonly DataRecord[]> {
  const roles = seed === 'demo' ? [...model.roles.keys()] : [administrator];
  // All samples share one public password: hashing it once halves the time of the first start.
  const PasswordHash = await ports.hash.hash(password ?? 'demo');
  return roles.map((role) => ({
    Id: ports.newId(),
    UserName: role,
    DisplayName: formatMessage(model, 'en-CA', `role.${role}`),
    PasswordHash,
    // A generated password appears in a log, so it only serves to choose another.
    MustChangePassword: isGenerated,
    Roles: [role],
    IsActive: true,
    Language: 'en-CA',
  }));
}
