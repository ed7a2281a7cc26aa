import { readdirSync, readFileSync } from 'node:fs';
import { keepPreviousData, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { listState } from './listState.ts';

type Rows = readonly string[];
type Answer = { readonly resolve: (rows: Rows) => void; readonly reject: () => void };

/** A list whose answers arrive on command. */
function slowList() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const asked: Answer[] = [];
  const options = (filter: string) => ({
    queryKey: ['list', filter],
    queryFn: () =>
      new Promise<Rows>((resolve, reject) =>
        asked.push({ resolve, reject: () => reject(new Error('no answer')) }),
      ),
    placeholderData: keepPreviousData,
  });
  const observer = new QueryObserver<Rows, Error, Rows, Rows, string[]>(client, options(''));
  observer.subscribe(() => undefined);
  return {
    client,
    ask: (filter: string) => observer.setOptions(options(filter)),
    answer: async (what: Rows | 'failure') => {
      const last = asked.at(-1);
      if (what === 'failure') last?.reject();
      else last?.resolve(what);
      await new Promise((done) => setTimeout(done));
    },
    state: () => {
      const result = observer.getCurrentResult();
      return listState(result, result.data?.length ?? 0);
    },
  };
}

it('says that a list is empty only after an answer that says so', async () => {
  const list = slowList();
  expect(list.state()).toBe('loading');
  await list.answer([]);
  expect(list.state()).toBe('ready');
});

it('an empty list waits for the answer when it is loaded again, as after a save', async () => {
  const list = slowList();
  await list.answer([]);
  void list.client.invalidateQueries({ queryKey: ['list'] });
  expect(list.state()).toBe('loading');
  await list.answer(['new']);
  expect(list.state()).toBe('ready');
});

it('waits when the filter changes after an empty result; earlier rows stay visible', async () => {
  const list = slowList();
  await list.answer([]);
  list.ask('a');
  expect(list.state()).toBe('loading');
  await list.answer(['a']);
  expect(list.state()).toBe('ready');
  list.ask('b');
  expect(list.state()).toBe('refreshing');
});

it('a failed answer does not show an empty list; earlier rows stay', async () => {
  const empty = slowList();
  await empty.answer([]);
  void empty.client.invalidateQueries({ queryKey: ['list'] }).catch(() => undefined);
  await empty.answer('failure');
  expect(empty.state()).toBe('failed');
  const full = slowList();
  await full.answer(['a']);
  void full.client.invalidateQueries({ queryKey: ['list'] }).catch(() => undefined);
  await full.answer('failure');
  expect(full.state()).toBe('ready');
});

it('every view that can show an empty list uses listState', () => {
  const views = readdirSync('renderer', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => ({ name, text: readFileSync(`renderer/${name}`, 'utf8') }))
    .filter(
      ({ text }) => /\buseQuery[(<]/.test(text) && /\bItems\b[\s\S]*length === 0|renderEmptyState/.test(text),
    );
  expect(views.length).toBeGreaterThan(2);
  expect(views.filter(({ text }) => !text.includes('listState(')).map(({ name }) => name)).toEqual([]);
});
