/**
 * History shows names and never ids: for every field kind of every entity that has a history, on each of its
 * pages.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord, EntityModel, FieldModel } from '#engine';
import { type Ask, model, type Running, startApp } from './support/startApp.ts';

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
const recordId = '01900d03-0000-7000-8000-000000000001';
const goneId = '01900d03-0000-7000-8000-00000000dead';
const moment = '2026-11-01T12:00:00.000Z';

/** Nobody lists what only belongs to another record, such as comments. */
const isListed = ({ policy: { view } }: EntityModel) => view.kind !== 'feature' || view.anyOf.length > 0;
const kept = [...model.entities.values()].filter((entity) => entity.history && isListed(entity));

describe('C8: values of the history', () => {
  let app: Running;
  let admin: Ask;
  const samples = new Map<string, DataRecord | undefined>();

  beforeAll(async () => {
    app = await startApp({ store: 'sqlite' });
    admin = await app.as('admin');
    return () => app.store.close();
  });

  const sampleOf = async (entity: string): Promise<DataRecord | undefined> => {
    if (!samples.has(entity))
      samples.set(entity, (await app.store.find({ entity, page: { number: 1, size: 1 } })).items[0]);
    return samples.get(entity);
  };

  /** A stored value of the field, and the record that must be read for its name. */
  async function sampleValue(field: FieldModel): Promise<readonly [unknown, readonly string[]]> {
    if (field.ref) {
      const target = await sampleOf(field.ref.entity);
      const label = model.entities.get(field.ref.entity)?.labelField ?? 'Id';
      const isNamed = target && label !== 'Id' && target[label] !== null && target[label] !== undefined;
      const id = target?.Id ?? goneId;
      const said = !target ? ['deleted'] : isNamed ? [String(target[label])] : [];
      return [field.kind === 'references' ? [id] : id, said];
    }
    if (field.fields) {
      const members: [string, unknown][] = [];
      const said: string[] = [];
      for (const inner of field.fields) {
        if (inner.kind === 'id') continue;
        const [value, words] = await sampleValue(inner);
        members.push([inner.name, value]);
        if (inner.kind !== 'boolean') said.push(...words);
      }
      const row = Object.fromEntries(members);
      return [field.kind === 'rows' ? [row] : row, said];
    }
    if (field.isPerson) return ['viewer', ['Viewer']];
    if (field.kind === 'boolean') return [true, ['Yes']];
    const [item] = model.lookups.get(field.lookup ?? '')?.items.filter(({ Id }) => Id !== 0) ?? [];
    if (item) {
      return [item.Id, [String(model.messages['en-CA'].get(`lookup.${field.lookup}.${item.Name}`))]];
    }
    return [undefined, []];
  }

  const put = (entity: EntityModel, field: FieldModel, CurrentValue: unknown) =>
    app.store.insert('history', {
      ...{ Id: crypto.randomUUID(), Revision: 1, Entity: entity.id, RecordId: recordId, Field: field.name },
      ...{ PreviousValue: null, CurrentValue, ChangedAt: moment, ChangedBy: 'viewer', Operation: 'update' },
    });

  it('are names of records, choices, people and flags, of every field of every entity', async () => {
    const kinds = new Set<string>();
    const wrong: string[] = [];
    const expected = new Map<string, readonly string[]>();
    for (const entity of kept)
      for (const field of entity.fields.filter(({ stored, kind }) => stored && kind !== 'id')) {
        const [value, said] = await sampleValue(field);
        if (value === undefined) continue;
        await put(entity, field, value);
        expected.set(`${entity.id}.${field.name}`, said);
        kinds.add(field.kind);
      }
    for (const entity of kept) {
      const all = await admin(
        'GET',
        `/history?pageSize=0&FilterProperty=Entity&FilterOperator=eq&FilterValue=${entity.id}`,
      );
      const own = await admin('GET', `/history/${entity.id}/${recordId}?pageSize=0`);
      for (const [page, { status, body }] of [
        ['all', all],
        ['own', own],
      ] as const) {
        expect(status, `${entity.id} ${JSON.stringify(body).slice(0, 200)}`).toBe(200);
        for (const { RecordId, Field, CurrentText } of body.Items) {
          const said = RecordId === recordId ? expected.get(`${entity.id}.${Field}`) : undefined;
          if (!said) continue;
          const lost = said.filter((word) => !String(CurrentText).includes(word));
          if (lost.length > 0 || uuid.test(String(CurrentText ?? '')))
            wrong.push(`${page} ${entity.id}.${Field}: ${CurrentText}, not ${said.join(' + ')}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    for (const kind of ['reference', 'references', 'choice', 'flags', 'boolean', 'rows'])
      expect([...kinds]).toContain(kind);
    expect(expected.size).toBeGreaterThan(150);
  });

  it("of removed records are their last name, or that it was removed, in the reader's language", async () => {
    const entity = kept.find(({ id }) => id === 'product') as EntityModel;
    const [known, unknown] = ['01900d03-0000-7000-8000-00000000000a', '01900d03-0000-7000-8000-00000000000b'];
    const owner = [...model.entities.values()].find(
      ({ history, fields }) => history && fields.some(({ ref }) => ref?.entity === 'product'),
    ) as EntityModel;
    const field = owner.fields.find(({ ref }) => ref?.entity === 'product') as FieldModel;
    await app.store.insert('history', {
      ...{
        Id: crypto.randomUUID(),
        Revision: 1,
        Entity: 'product',
        RecordId: known,
        Field: entity.labelField,
      },
      ...{ PreviousValue: 'Older', CurrentValue: 'Northern Shield', ChangedAt: moment, Operation: 'update' },
    });
    const about = '01900d03-0000-7000-8000-00000000000c';
    await app.store.insert('history', {
      ...{ Id: crypto.randomUUID(), Revision: 1, Entity: owner.id, RecordId: about, Field: field.name },
      ...{
        PreviousValue: unknown,
        CurrentValue: known,
        ChangedAt: moment,
        ChangedBy: 'viewer',
        Operation: 'update',
      },
    });
    const read = async (language: string) =>
      (await admin('GET', `/history/${owner.id}/${about}`, undefined, { 'accept-language': language })).body
        .Items[0];
    expect(await read('en-CA')).toMatchObject({
      ...{ PreviousText: 'A deleted record', CurrentText: 'Northern Shield (deleted)' },
      Names: { [known]: 'Northern Shield (deleted)' },
    });
    expect((await read('fr-CA')).CurrentText).toBe('Northern Shield (supprimé)');
  });
});
