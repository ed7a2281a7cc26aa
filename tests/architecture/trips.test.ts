/** How much code a call runs: mechanisms that an entity does not declare do not run in its calls. */
import { Session } from 'node:inspector/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ask, startApp } from '../api/support/startApp.ts';

let ask: Ask;
beforeAll(async () => {
  ask = await (await startApp({ store: 'sqlite' })).as('admin');
});

/**
 * Our files in which a function ran during `work`, from the round with the fewest: one-time work, timers and
 * slow rounds do not count.
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

/** Code for mechanisms that only some entities use. */
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
  it('of an entity without these mechanisms runs no code of files, HTML, rule texts, marks or held rows', async () => {
    const files = await filesOf(async (round) => {
      const { status } = await ask('POST', '/maildomain', { Name: `boreal${round}.example` });
      expect(status).toBe(201);
    });
    expect(files.map(nameOf).filter((name) => special.includes(name))).toEqual([]);
    // With the check for API keys, the feed of changes, and the webhooks that may be told.
    expect(files.length).toBeLessThanOrEqual(102);
  });

  it('of a product runs no more files than before', async () => {
    const { body } = await ask('GET', '/product?pageSize=1');
    const { Id } = body.Items[0];
    const files = await filesOf(async (round) => {
      const { status } = await ask('PUT', '/product', { Id, Description: `Described ${round}` });
      expect(status).toBe(200);
    });
    // With the query for the webhooks that may be told.
    expect(files.length).toBeLessThanOrEqual(132);
  });
});

it('a page of a list runs no more files than before', async () => {
  const files = await filesOf(async () => {
    expect((await ask('GET', '/product?Name=a&pageSize=10')).status).toBe(200);
  });
  // With the door of the query, whether the list is all there is, and the check for API keys.
  expect(files.length).toBeLessThanOrEqual(73);
});
