/**
 * Broken and hostile files at every import: each is answered, none crashes the server, and others go on
 * working.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSheetPieces, SheetError } from '#engine';
import { createYield } from '../../server/work/createYield.ts';
import { type BrokenArchive, brokenArchives } from '../support/brokenArchives.ts';
import { tenMilliseconds } from '../support/otherClients.ts';
import { xlsxBySheetJs } from '../support/spreadsheetFiles.ts';
import { filter } from './support/createClients.ts';
import { formOf, type Send, sender } from './support/sheets.ts';
import { type Codes, startCodes } from './support/startCodes.ts';

/** Made once: building the large ones takes time. */
const archives = [...brokenArchives()];

/**
 * CPU time of this process, independent of other load: some 10 ms when idle. A sheet that was never closed
 * took 270.
 */
const longestTurn = 12 * tenMilliseconds();
/** Wall-clock time: a crowded machine adds any amount. */
const longestWait = 10_000;

/** The result of a file, and the longest it works before others get their turn. */
async function read({ bytes }: BrokenArchive) {
  let longest = 0;
  let since = process.cpuUsage();
  const yieldTo = createYield();
  const yieldTurn = async () => {
    longest = Math.max(longest, process.cpuUsage(since).user / 1000);
    await yieldTo();
    since = process.cpuUsage();
  };
  try {
    for await (const _ of readSheetPieces(bytes, { yieldTurn })) await yieldTurn();
    return { outcome: 'read', longest };
  } catch (error) {
    return { outcome: error instanceof SheetError ? error.reason : error, longest };
  }
}

it('every broken file is refused for its own reason, read in slices between which others get their turn', async () => {
  const turns: [string, number][] = [];
  // Loading and compiling, which happens once, does not count.
  for (const archive of archives.slice(0, 12)) await read(archive);
  for (const archive of archives) {
    const { outcome, longest } = await read(archive);
    expect(['read', 'wrong', 'large', 'locked'], `${archive.name}: ${outcome}`).toContain(outcome);
    if (archive.reason) expect(outcome, archive.name).toBe(archive.reason);
    turns.push([archive.name, longest]);
  }
  expect(turns.length).toBeGreaterThan(100);
  expect(turns.filter(([, time]) => time > longestTurn)).toEqual([]);
});

describe('of a server', () => {
  let codes: Codes;
  let admin: Send;

  beforeAll(async () => {
    codes = await startCodes('memory');
    admin = await sender(codes.app, 'admin');
    return () => codes.app.store.close();
  });

  /** A second client that keeps asking. */
  function createWatch() {
    const state = { longest: 0, isOver: false };
    const watching = (async () => {
      while (!state.isOver) {
        const since = performance.now();
        const { status } = await codes.admin('GET', '/session');
        expect(status).toBe(200);
        state.longest = Math.max(state.longest, performance.now() - since);
        await wait(2);
      }
    })();
    return async () => {
      state.isOver = true;
      await watching;
      return state.longest;
    };
  }

  it('each is answered at both imports, changes nothing, and keeps nobody waiting', async () => {
    const limits = async () =>
      (await codes.items(`/products/limitofliability?pageSize=0&${filter('ProductId', codes.product)}`))
        .length;
    const before = [await limits(), await codes.app.store.count('eligibility-code')];
    const stop = createWatch();
    // Broken files that can be read nonetheless are not tested here. The results of all files are tested
    // above; here some of every kind show that both imports report them.
    const kinds = new Map<string | undefined, number>();
    for (const { name, bytes, reason } of archives) {
      const count = (kinds.get(reason) ?? 0) + 1;
      kinds.set(reason, count);
      if (!reason || (count > 2 && count % 6 !== 0)) continue;
      const path = `/products/${codes.product}/limitsofliability/upload`;
      const upload = await admin('POST', path, formOf(bytes));
      expect([413, 415, 422], `${name}: ${upload.status}`).toContain(upload.status);
      expect(upload.body.Message, name).toBeTruthy();
      const { status, body } = await codes.send(bytes as BlobPart, { name: `${name}.xlsx` });
      expect([202, 413, 415, 422], `${name}: ${status}`).toContain(status);
      if (status !== 202) continue;
      await expect
        .poll(async () => (await codes.admin('GET', `/job/${body.JobId}`)).body.FinishedDate)
        .toBeTruthy();
      const job = await codes.ended(body.JobId);
      expect([job.Status, (job.Problem as { Code: string }).Code], name).toEqual(['failed', 'validation']);
    }
    expect(await stop()).toBeLessThan(longestWait);
    expect([await limits(), await codes.app.store.count('eligibility-code')]).toEqual(before);
    expect(codes.app.errors).toEqual([]);
    const good = await codes.load(xlsxBySheetJs([['Code'], ['A1']]) as BlobPart, { name: 'good.xlsx' });
    expect(good.Status).toBe('done');
  });
});
