import { expect, it } from 'vitest';
import { createMemoryStore } from './memory/createMemoryStore.ts';
import { createSharedEvents } from './sharedEvents.ts';
import type { Shared } from './types.ts';

/** Two processes on one database, and the messages between them. */
function twoProcesses({ fails = () => false }: { fails?: () => boolean } = {}) {
  const listeners: Parameters<Shared['listen']>[] = [];
  const texts: string[] = [];
  const shared: Shared = {
    announce: async (topic, text) => {
      await Promise.resolve();
      if (fails()) throw new Error('no database');
      texts.push(text);
      for (const [of, hear] of listeners) if (of === topic) hear(text);
    },
    listen: (...listener) => {
      listeners.push(listener);
      return () => undefined;
    },
    alone: async (_, work) => work(new AbortController().signal),
  };
  let ids = 0;
  const events = () =>
    createSharedEvents({
      store: {
        ...createMemoryStore(),
        flags: { durable: true, concurrentProcesses: true },
        shared,
        get: async () => ({ Input: large }),
      },
      ports: { newId: () => `process${++ids}`, log: { warn: () => undefined } },
    });
  return { one: events(), other: events(), texts, gap: () => listeners.at(-1)?.[2]?.() };
}

const large = { Text: 'é'.repeat(5000) };
const change = (id: number) => ({ entity: 'item', id: String(id), operation: 'update' });

it('sends each event to the other process once and in order, in batches, and delivers locally at once', async () => {
  const { one, other, texts } = twoProcesses();
  const [here, there]: [string[], string[]] = [[], []];
  one.listen('recordChanged', ({ id }) => here.push(id));
  other.listen('recordChanged', ({ id }) => there.push(id));
  const all = Array.from({ length: 300 }, (_, at) => String(at));
  for (const id of all) one.announce('recordChanged', change(Number(id)));
  expect(here).toEqual(all);
  await expect.poll(() => there).toEqual(all);
  expect(here).toEqual(all);
  expect(texts.length).toBeLessThan(20);
  for (const text of texts) expect(new TextEncoder().encode(text).length).toBeLessThan(3900);
});

it('lets the other process look up an event that is too large', async () => {
  const { one, other, texts } = twoProcesses();
  const heard: object[] = [];
  other.listen('jobProgress', (progress) => heard.push(progress));
  const progress = { job: 'a', kind: 'copy', input: large, done: 1, status: 'running' } as const;
  one.announce('jobProgress', progress);
  one.announce('jobProgress', { ...progress, done: 2, input: { Small: true } });
  await expect.poll(() => heard).toEqual([progress, { ...progress, done: 2, input: { Small: true } }]);
  for (const text of texts) expect(text.length).toBeLessThan(3900);
});

it('reports missed events if there are too many, or sending failed', async () => {
  let isBroken = false;
  const { one, other, gap } = twoProcesses({ fails: () => isBroken });
  const heard: string[] = [];
  for (const kind of ['recordChanged', 'missed'] as const) other.listen(kind, () => heard.push(kind));
  for (let at = 0; at < 20_000; at++) one.announce('recordChanged', change(at));
  await expect.poll(() => heard).toContain('missed');
  expect(heard.length).toBeLessThan(20_000);
  heard.length = 0;
  isBroken = true;
  one.announce('recordChanged', change(1));
  await new Promise((resolve) => setTimeout(resolve));
  isBroken = false;
  one.announce('recordChanged', change(2));
  await expect.poll(() => heard).toEqual(['missed', 'recordChanged']);
  gap();
  expect(heard).toEqual(['missed', 'recordChanged', 'missed']);
});

it('does not send events that each process raises itself', async () => {
  const { one, other, texts } = twoProcesses();
  const heard: string[] = [];
  other.listen('declarationsChanged', ({ version }) => heard.push(version));
  one.announce('declarationsChanged', { version: '1' });
  await new Promise((resolve) => setTimeout(resolve));
  expect([heard, texts]).toEqual([[], []]);
});
