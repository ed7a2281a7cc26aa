import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { type BenchRow, median, meetsTarget, ratioOf } from './harness.ts';
import { requestsPerSecond, requestText } from './requestsPerSecond.ts';

const row = (figures: Partial<BenchRow>): BenchRow => ({
  name: 'a',
  unit: 'ms',
  ours: 10,
  target: { atMost: 1.5 },
  ...figures,
});

it('a target is about the ratio where there is a baseline, else about the figure', () => {
  expect(ratioOf(row({ baseline: 8 }))).toBe(1.25);
  expect(meetsTarget(row({ baseline: 8 }))).toBe(true);
  expect(meetsTarget(row({ baseline: 5 }))).toBe(false);
  expect(meetsTarget(row({}))).toBe(false);
  expect(meetsTarget(row({ target: { atLeast: 10 } }))).toBe(true);
  expect(meetsTarget(row({ target: { atLeast: 10.1 } }))).toBe(false);
});

it('the median is the middle, of an even number the mean of both', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 9, 2])).toBe(3);
  expect(() => median([])).toThrow('no figures');
});

it('counts answers of either framing, and refuses to count a failure as one', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/missing') response.writeHead(404).end('{}');
    else if (request.url === '/length') response.setHeader('Content-Length', 2).end('{}');
    else {
      response.write('{');
      response.end('}');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const load = (...paths: string[]) =>
    requestsPerSecond({
      origin,
      requests: paths.map((path) => requestText({ path })),
      connections: 2,
      seconds: 0.1,
    });
  expect(await load('/length', '/chunked')).toBeGreaterThan(0);
  await expect(load('/missing')).rejects.toThrow('404');
  server.close();
});
