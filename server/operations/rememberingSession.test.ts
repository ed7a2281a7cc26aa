import { expect, it } from 'vitest';
import type { Model } from '#engine';
import type { StoreSession } from '../store/types.ts';
import { rememberingSession } from './rememberingSession.ts';

const entity = (id: string, refs: readonly string[] = []) =>
  [id, { id, fields: refs.map((one) => ({ name: one, ref: { entity: one } })) }] as const;

/** A line refers to a product, a product to a brand; nothing refers to a note. */
const model = {
  entities: new Map([
    entity('line', ['product']),
    entity('product', ['brand']),
    entity('brand'),
    entity('note'),
  ]),
} as unknown as Pick<Model, 'entities'>;

function counting() {
  const asked: string[] = [];
  const session = {
    get: async (of: string, Id: string) => {
      asked.push(`get ${of}`);
      return { Id };
    },
    find: async ({ entity: of }: { entity: string }) => {
      asked.push(`find ${of}`);
      return { items: [{ Id: '1' }], total: 1 };
    },
    update: async () => true,
    insert: async () => undefined,
  } as unknown as StoreSession;
  return { asked, session: rememberingSession(session, model) };
}

it('asks the store once, and again after a write to what the answer may depend on', async () => {
  const { asked, session } = counting();
  const read = async () => {
    for (const of of ['line', 'brand', 'note']) await session.get(of, '1');
    await session.find({ entity: 'product' });
  };
  await read();
  await read();
  expect(asked).toEqual(['get line', 'get brand', 'get note', 'find product']);
  asked.length = 0;
  await session.update('brand', '1', {});
  await read();
  expect(asked).toEqual(['get line', 'get brand', 'find product']);
  asked.length = 0;
  await session.insert('line', { Id: '2' });
  await read();
  expect(asked).toEqual(['get line']);
});

it('returns copies, which readers may modify', async () => {
  const { session } = counting();
  const first = (await session.get('note', '1')) as Record<string, unknown>;
  first.Rows = [];
  expect(await session.get('note', '1')).toEqual({ Id: '1' });
});
