/** The page of visual differences: decisions are files, and count for the very difference they were made about. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDifferences, pageOf } from '../../scripts/pictures/differences.mjs';
import { readReviews, serveReview } from '../../scripts/pictures/reviews.mjs';

const work = mkdtempSync(path.join(tmpdir(), 'formwright-review-'));
const [folder, reviews] = [path.join(work, 'pictures'), path.join(work, 'reviews')];
const name = 'home.dark.png';

/** PNG files of four by four pixels, each of one colour. */
const pictures: Readonly<Record<number, string>> = {
  255: 'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAYAAACp8Z5+AAAAGUlEQVR4AWP8DwQMSICJAQ0wMaABJgY0AAAGXQQEOHaWpAAAAABJRU5ErkJggg==',
  0: 'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAYAAACp8Z5+AAAAC0lEQVR4AWOgAgAAAEQAAZ+iuIQAAAAASUVORK5CYII=',
  90: 'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAYAAACp8Z5+AAAAGUlEQVR4AWOMAgIGJMDEgAaYGNAAEwMaAABdcAFw056lwwAAAABJRU5ErkJggg==',
};
const picture = (shade: number) => Buffer.from(pictures[shade] ?? '', 'base64');
const put = (side: string, file: string, shade: number) =>
  writeFileSync(path.join(folder, side, file), picture(shade));

let served: Awaited<ReturnType<typeof serveReview>>;

beforeAll(async () => {
  for (const side of ['before', 'after']) mkdirSync(path.join(folder, side), { recursive: true });
  put('before', 'same.png', 255);
  put('after', 'same.png', 255);
  put('before', name, 255);
  put('after', name, 0);
  put('after', 'added.png', 0);
  findDifferences(folder, 'main');
  served = await serveReview({ folder, reviews });
});

afterAll(() => {
  served.stop();
  rmSync(work, { recursive: true });
});

const send = (to: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${served.origin}/review/${to}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const page = async () => (await fetch(served.origin)).text();

it('lists what differs, and shows its pictures', async () => {
  expect(await page()).toContain('3 pictures compared with main, 2 differ, 2 to review');
  for (const side of ['before/', 'after/', 'where.'])
    expect((await fetch(`${served.origin}/${side}${name}`)).headers.get('content-type')).toBe('image/png');
  expect((await fetch(`${served.origin}/before/same.png`)).status).toBe(404);
  expect((await fetch(`${served.origin}/before/..%2F..%2F${name}`)).status).toBe(404);
});

it('keeps a decision as a file, until the picture changes again', async () => {
  const comment = 'The gap is “right” now <ok>';
  expect((await send(name, { accepted: true, comment })).status).toBe(204);
  const file = JSON.parse(readFileSync(path.join(reviews, `${name}.json`), 'utf8'));
  expect(file).toMatchObject({ name, accepted: true, comment });
  expect(await page()).toContain('2 differ, 1 to review');
  expect(await page()).toContain('now &lt;ok>');
  put('after', name, 90);
  const { found, ...more } = findDifferences(folder, 'main');
  const kept = readReviews(reviews, found);
  expect([...kept.keys()]).toEqual([]);
  expect(pageOf({ found, ...more }, kept, { canKeep: false })).toContain('2 to review');
});

it('refuses what is not a decision about a difference', async () => {
  expect((await send('..%2Fescape', { accepted: true, comment: '' })).status).toBe(404);
  expect((await send('same.png', { accepted: true, comment: '' })).status).toBe(404);
  expect((await send(name, { accepted: 'yes', comment: '' })).status).toBe(422);
  expect((await send(name, { accepted: true, comment: 'x'.repeat(2001) })).status).toBe(422);
  expect((await send(name, { accepted: true, comment: 'x'.repeat(20_000) })).status).toBe(413);
  const plain = { 'content-type': 'text/plain' };
  expect((await send(name, { accepted: true, comment: '' }, plain)).status).toBe(415);
});
