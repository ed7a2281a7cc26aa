/** What the client bundles passes on its licences. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSources } from '../architecture/sources.ts';
import { type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
let text: string;
beforeAll(async () => {
  server = await startServer({ seed: 'none' });
  const response = await fetch(`${server.origin}/licenses.txt`);
  expect(response.headers.get('content-type')).toContain('text/plain');
  text = await response.text();
});
afterAll(() => server?.stop());

const entryOf = (name: string) =>
  text.split(/^(?=## \S+ - \d)/m).find((part) => part.startsWith(`## ${name} - `));

it('every package that the client imports is named with the text of its licence', () => {
  const imported = readSources()
    .filter(({ row, isTest }) => !isTest && /^(renderer|extensions\/\*\/renderer)$/.test(row))
    .flatMap(({ imports }) => imports.filter(({ typeOnly }) => !typeOnly).map(({ to }) => to))
    .filter((to) => !/^[.#]|^virtual:/.test(to))
    .map((to) => /^(@[^/]+\/)?[^/]+/.exec(to)?.[0] ?? to);
  expect(new Set(imported).size).toBeGreaterThan(15);
  const bare = [...new Set(imported)].filter((name) => (entryOf(name)?.length ?? 0) < 400);
  expect(bare).toEqual([]);
});

it('fonts, packages below others and notices are named too', () => {
  expect(entryOf('@fontsource-variable/inter')).toContain('SIL OPEN FONT LICENSE');
  expect(entryOf('zrender')).toContain('Redistribution');
  expect(text).toMatch(/## Notice of echarts\s+Apache ECharts/);
});
