/**
 * Databases kept from earlier versions start with everything in them: an overlay with an entity and fields of its
 * own, records, an account. `tests/support/databases/fill.mjs` makes one; add one with each release.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../support/server.ts';

type Row = Readonly<Record<string, unknown>>;

type Notes = {
  readonly password: string;
  /** Path of a list → what it answered to the administrator of the earlier version. */
  readonly lists: Readonly<Record<string, { readonly count: number; readonly first: readonly Row[] }>>;
};

/** Lists that are read from the declarations of a version or from the caller's session, not from the database. */
const derived = ['/api/document/paths', '/api/account/session'];
const kept = path.resolve('tests/support/databases');
const read = (name: string) => gunzipSync(readFileSync(path.join(kept, name)));
const versions = readdirSync(kept).flatMap((name) => /^(.*)\.db\.gz$/.exec(name)?.[1] ?? []);

it.each(versions)('a database of %s starts with everything in it', async (version) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwright-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const databaseFile = path.join(folder, 'kept.db');
  writeFileSync(databaseFile, read(`${version}.db.gz`));
  const { password, lists }: Notes = JSON.parse(String(read(`${version}.json.gz`)));
  const server = await startServer({ databaseFile, seed: 'none', hasFullHashes: true });
  onTestFinished(server.stop);
  const signedIn = await fetch(`${server.origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ UserName: 'admin', Password: password }),
  });
  expect(signedIn.status).toBe(200);
  const { Token } = (await signedIn.json()) as { readonly Token: string };
  const lost: string[] = [];
  for (const [list, { count, first }] of Object.entries(lists)) {
    if (derived.includes(list)) continue;
    const answer = await fetch(`${server.origin}${list}?pageSize=1000`, {
      headers: { authorization: `Bearer ${Token}` },
    });
    const { Items = [] } = (await answer.json()) as { readonly Items?: readonly Row[] };
    if (Items.length < count) lost.push(`${list}: ${Items.length} of ${count}`);
    for (const row of first.filter(isStored))
      lost.push(...missing(row, Items).map((what) => `${list}: ${what}`));
  }
  expect(Object.keys(lists).length).toBeGreaterThan(100);
  expect(lists['/api/custom/claim']?.count).toBe(3);
  expect(lost).toEqual([]);
});

/** Choices (with numbers as ids) and the server as a person are declared, and may be renamed. */
const isStored = ({ Id, UserName }: Row) => typeof Id !== 'number' && UserName !== 'server';

/** What is no longer answered of a row, and values that differ. */
function missing(row: Row, rows: readonly Row[]): string[] {
  const now = rows.find((other) => (row.Id === undefined ? sameRow(row, other) : row.Id === other.Id));
  if (!now) return [`no row ${JSON.stringify(row).slice(0, 200)}`];
  return Object.entries(row)
    .filter(([name, value]) => JSON.stringify(now[name]) !== JSON.stringify(value))
    .map(([name, value]) => `${row.Id} ${name} ${JSON.stringify(value)} → ${JSON.stringify(now[name])}`);
}

const sameRow = (row: Row, other: Row) =>
  Object.entries(row).every(([name, value]) => JSON.stringify(other[name]) === JSON.stringify(value));
