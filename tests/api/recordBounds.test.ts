/**
 * Limits of what one login can create: every declared limit, one below, at and above it, by every way a
 * record is stored.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord, EntityModel, FieldModel } from '#engine';
import { grantFeatures } from '../../server/operations/grantFeatures.ts';
import { guardedStore } from '../../server/operations/guardedStore.ts';
import { model, type Running, type StoreKind, startApp } from './support/startApp.ts';

const entities = [...model.entities.values()];
const counted = entities.flatMap(({ id, atMost }) => atMost.map((bound) => ({ id, ...bound })));
const sized = entities.flatMap(({ id, maxBytes }) => (maxBytes === undefined ? [] : [{ id, maxBytes }]));

describe('limits', () => {
  it('cover all that any login may create, unless a rule denies it to most', () => {
    const open = entities.filter(({ policy, rules }) => {
      const denied = rules.checks.some(({ denies, on }) => denies && on?.includes('create'));
      return policy.create.kind === 'login' && !denied;
    });
    expect(open.length).toBeGreaterThan(2);
    for (const { id, atMost, maxBytes } of open)
      expect([atMost.length > 0, maxBytes !== undefined], id).toEqual([true, true]);
  });
});

for (const kind of ['memory', 'sqlite'] satisfies StoreKind[])
  describe(`limits, ${kind} store`, () => {
    let app: Running;
    let count = 0;
    beforeAll(async () => {
      app = await startApp({ store: kind });
    });
    afterAll(() => app.store.close());

    const holder = { model, features: new Set(grantFeatures(model, ['viewer'])) };
    /** A value that the store accepts; references need an existing record. */
    const sampleValue = async (field: FieldModel): Promise<unknown> => {
      if (field.ref)
        return (await app.store.find({ entity: field.ref.entity, page: { number: 1, size: 1 } })).items[0]
          ?.Id;
      if (field.lookup) {
        const Id = model.lookups.get(field.lookup)?.items[0]?.Id;
        return field.kind === 'choices' ? [Id] : Id;
      }
      return field.kind === 'text' ? `text ${count}` : null;
    };
    const sampleOf = async ({ fields }: EntityModel, more: DataRecord = {}): Promise<DataRecord> => {
      count += 1;
      const record: Record<string, unknown> = {};
      for (const field of fields) if (field.stored) record[field.name] = await sampleValue(field);
      const Id = `01900d01-0000-7000-8000-${String(count).padStart(12, '0')}`;
      return { ...record, Revision: 1, ...more, Id };
    };
    const entityOf = (id: string) => model.entities.get(id) as EntityModel;

    it.each(counted)('$id: $count for each $per', async ({ id, count: most, per }) => {
      const entity = entityOf(id);
      const [mine, other] = (await app.store.find({ entity: 'user' })).items;
      const ownerOf = async (name: string, user: DataRecord | undefined) =>
        entity.fieldByPath.get(name)?.ref ? user?.Id : user?.UserName;
      const own: Record<string, unknown> = {};
      const others: Record<string, unknown> = {};
      for (const name of per)
        [own[name], others[name]] = [await ownerOf(name, mine), await ownerOf(name, other)];
      const fresh = (more = own) => sampleOf(entity, more);
      const there = async () =>
        (await app.store.find({ entity: id })).items.filter((one) =>
          per.every((name) => one[name] === own[name]),
        ).length;
      const guarded = guardedStore(app.store, holder);
      for (let left = most - 2 - (await there()); left > 0; left -= 1)
        await app.store.insert(id, await fresh());
      const last = [await fresh(), await fresh()] as const;
      await guarded.insert(id, last[0]);
      expect(await guarded.insertMany(id, [last[1]])).toBe(1);
      expect(await there()).toBe(most);
      const refused = /too-many-records/;
      const foreign = await fresh(others);
      const beyond = await fresh();
      await expect(guarded.insert(id, beyond)).rejects.toThrow(refused);
      await expect(guarded.insertMany(id, [await fresh(others), beyond])).rejects.toThrow(refused);
      await expect(guarded.transaction((session) => session.insert(id, beyond))).rejects.toThrow(refused);
      await guarded.insert(id, foreign);
      await expect(guarded.update(id, String(foreign.Id), own)).rejects.toThrow(refused);
      expect(await there()).toBe(most);
      // Existing records can still be changed, and removed to make room.
      const [name] = per;
      await guarded.update(id, String(last[0].Id), { [String(name)]: last[0][String(name)] });
      await guarded.remove(id, String(last[0].Id));
      await guarded.insert(id, beyond);
      for (const { Id } of (await app.store.find({ entity: id })).items)
        await app.store.remove(id, String(Id));
    });

    it.each(sized)('$id: $maxBytes bytes', async ({ id, maxBytes }) => {
      const entity = entityOf(id);
      const open = entity.fields.find(
        ({ stored, kind, readOnly, lookup }) =>
          stored && !readOnly && !lookup && (kind === 'json' || kind === 'text'),
      ) as FieldModel;
      const guarded = guardedStore(app.store, holder);
      const record = { ...(await sampleOf(entity)), [open.name]: '' };
      const stored = Object.fromEntries(
        entity.fields.flatMap(({ name, stored }) => (stored ? [[name, (record as DataRecord)[name]]] : [])),
      );
      const room = maxBytes - new TextEncoder().encode(JSON.stringify(stored)).length;
      const filled = (bytes: number) => ({ ...record, [open.name]: 'x'.repeat(bytes) });
      await expect(guarded.insert(id, filled(room + 1))).rejects.toThrow(/record-too-large/);
      await expect(guarded.insertMany(id, [filled(room + 1)])).rejects.toThrow(/record-too-large/);
      await guarded.insert(id, filled(room));
      await expect(
        guarded.update(id, String(record.Id), { [open.name]: 'é'.repeat(maxBytes / 2) }),
      ).rejects.toThrow(/record-too-large/);
      expect(await guarded.update(id, String(record.Id), { [open.name]: 'x'.repeat(16) })).toBe(true);
    });
  });

describe('limits over HTTP', () => {
  it("are explained in the person's language, for a record alone and for a copy of another", async () => {
    const app = await startApp({ store: 'sqlite' });
    const viewer = await app.as('viewer');
    const body = { Name: 'Mornings', StartDateTime: '2026-11-21T14:00:00.000Z', RecurrenceId: 1 };
    const { count } = model.entities.get('report-schedule')?.atMost[0] ?? { count: 0 };
    for (let made = 0; made < count; made += 1)
      expect((await viewer('POST', '/report/schedule', body)).status).toBe(201);
    const english = await viewer('POST', '/report/schedule', body);
    expect([english.status, english.body.Message]).toEqual([
      409,
      'Schedules: the maximum of 50 has been reached. Delete some that are no longer needed, then try again.',
    ]);
    const french = await viewer('POST', '/report/schedule', body, { 'accept-language': 'fr-CA' });
    expect(french.body.Message).toContain('le maximum de 50 est atteint');
    expect((await (await app.as('manager'))('POST', '/report/schedule', body)).status).toBe(201);
    const large = await viewer('PUT', '/preference/large', { text: 'x'.repeat(20_000) });
    expect([large.status, large.body.Message]).toEqual([413, expect.stringContaining('too large to save')]);
    await app.store.close();
  });
});
