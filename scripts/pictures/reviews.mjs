// What reviewers decided about visual differences: one JSON file for each picture, which outlives a new run.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { pageOf } from './differences.mjs';

const mostBytes = 16_384;

/** The decisions about these differences; one about another state of a picture no longer counts. */
export function readReviews(folder, found) {
  const sums = new Map(found.map(({ name, sum }) => [name, sum]));
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  const kept = files.map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
  return new Map(kept.filter(({ name, sum }) => sums.get(name) === sum).map((one) => [one.name, one]));
}

function keepReview(folder, { name, sum }, { accepted, comment }) {
  mkdirSync(folder, { recursive: true });
  const review = { name, sum, accepted, comment, date: new Date().toISOString() };
  writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(review, null, 2)}\n`);
}

/** Serves the page of differences on this machine only, and keeps decisions in `reviews`. */
export async function serveReview({ folder, reviews, port = 0 }) {
  const differences = JSON.parse(readFileSync(path.join(folder, 'differences.json'), 'utf8'));
  const byName = new Map(differences.found.map((one) => [one.name, one]));
  const server = createServer(async (request, response) => {
    const [status, type, body] = await answerTo(request).catch(() => [400, 'text/plain', 'Not readable']);
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  const answerTo = async (request) => {
    // A page of another site may not write here, also by a name that leads to this machine.
    if (request.headers.host !== `localhost:${server.address().port}`) return [403, 'text/plain', 'Not here'];
    const place = decodeURIComponent(new URL(request.url, 'http://localhost').pathname).slice(1);
    if (request.method === 'PUT') return keep(place, request);
    if (place === '') return [200, 'text/html; charset=utf-8', pageNow()];
    const [, side, name] = /^(?:(before|after)\/|where\.)(.+)$/.exec(place) ?? [];
    const picture = byName.has(name) && path.join(folder, side ?? '', side ? name : place);
    return picture && existsSync(picture)
      ? [200, 'image/png', readFileSync(picture)]
      : [404, 'text/plain', 'Not there'];
  };
  const pageNow = () => pageOf(differences, readReviews(reviews, differences.found), { canKeep: true });
  const keep = async (place, request) => {
    const difference = byName.get(place.replace(/^review\//, ''));
    if (!difference) return [404, 'text/plain', 'No such difference'];
    if (request.headers['content-type'] !== 'application/json') return [415, 'text/plain', 'JSON only'];
    const sent = await readSent(request);
    if (sent === undefined) return [413, 'text/plain', 'Too long'];
    if (typeof sent.accepted !== 'boolean' || typeof sent.comment !== 'string' || sent.comment.length > 2000)
      return [422, 'text/plain', 'accepted: true or false; comment: at most 2,000 characters'];
    keepReview(reviews, difference, sent);
    return [204, 'text/plain', ''];
  };
  await new Promise((done) => server.listen(port, '127.0.0.1', done));
  return { origin: `http://localhost:${server.address().port}`, stop: () => server.close() };
}

async function readSent(request) {
  const parts = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > mostBytes) return undefined;
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}
