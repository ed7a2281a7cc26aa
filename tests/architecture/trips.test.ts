/** How much code a call passes: what an entity does not declare, its calls do not run. */
import { Session } from 'node:inspector/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ask, startApp } from '../api/support/startApp.ts';

let ask: Ask;
beforeAll(async () => {
  ask = await (await startApp({ store: 'sqlite' })).as('admin');
});

/**
 * The files of ours in which a function ran while `work` did, of several rounds the fewest: what is done once only, what
 * a timer does meanwhile and what a slow round does more are none of the call's.
 */
async function filesOf(work: (round: number) => Promise<unknown>): Promise<readonly string[]> {
  for (const round of [1, 2]) await work(round);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  let fewest: readonly string[] | undefined;
  for (const round of [3, 4, 5, 6, 7]) {
    await session.post('Profiler.takePreciseCoverage');
    await work(round);
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const files = result
      .filter(({ functions }) => functions.some(({ ranges: [whole] }) => whole && whole.count > 0))
      .flatMap(({ url }) => /\/((?:engine|server|extensions)\/[^?]+\.ts)/.exec(url)?.[1] ?? [])
      .filter((file) => !file.startsWith('server/web/'));
    if (!fewest || files.length < fewest.length) fewest = files;
  }
  session.disconnect();
  return fewest ?? [];
}

/** Code that serves what only some entities have. */
const special = [
  'cleanHtml',
  'checkFiles',
  'checkHeldUnique',
  'checkRuleTexts',
  'askAboutChange',
  'renameInRules',
  'heldRows',
  'keepOne',
  'cascadeUpdate',
  'memoryWithin',
  'rowIds',
  'withoutIncomplete',
];

const nameOf = (file: string): string => file.replace(/^.*\/|\.ts$/g, '');

describe('a save', () => {
  it('of an entity that has none of it passes no code of files, HTML, rule texts, marks or held rows', async () => {
    const files = await filesOf(async (round) => {
      const { status } = await ask('POST', '/maildomain', { Name: `boreal${round}.example` });
      expect(status).toBe(201);
    });
    expect(files.map(nameOf).filter((name) => special.includes(name))).toEqual([]);
    expect(files.length).toBeLessThanOrEqual(98);
  });

  it('of a product passes as many files as it did', async () => {
    const { body } = await ask('GET', '/product?pageSize=1');
    const { Id } = body.Items[0];
    const files = await filesOf(async (round) => {
      const { status } = await ask('PUT', '/product', { Id, Description: `Described ${round}` });
      expect(status).toBe(200);
    });
    expect(files.length).toBeLessThanOrEqual(122);
  });
});

it('a page of a list passes as many files as it did', async () => {
  const files = await filesOf(async () => {
    expect((await ask('GET', '/product?Name=a&pageSize=10')).status).toBe(200);
  });
  // With the door of the query, and whether the list is all there is.
  expect(files.length).toBeLessThanOrEqual(72);
});
