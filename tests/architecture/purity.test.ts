import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listFiles, readSources, type Source } from './sources.ts';

const sources = readSources().filter(({ isTest }) => !isTest);

const impure = [
  /\bDate\.now\b/,
  /\bnew Date\(\)/,
  /\bMath\.random\b/,
  /\bcrypto\./,
  /\bperformance\./,
  /\bnew Function\b/,
  /\beval\(/,
  /\bfetch\(/,
  /\bset(Timeout|Interval)\(/,
  /\bprocess\./,
  /\b(window|document|localStorage|sessionStorage|navigator)\./,
];

it('the engine, and the engine side of an extension, uses no clock, randomness, network, page or eval', () => {
  const engine = sources.filter(({ row }) => /(^|\/)engine$/.test(row));
  expect(engine.length).toBeGreaterThan(0);
  expect(occurrences(engine, impure)).toEqual([]);
});

it('a day is that of a time zone, and never cut from a moment', () => {
  const dated = [
    // The last resort, where no zone is known to the platform.
    'server/work/dayIn.ts',
    // Sample data.
    'server/main.ts',
    // Arithmetic on dates, at midnight in UTC.
    ...['server/automations/schedules.ts', 'renderer/parts/parseDay.ts'],
    'examples/lending/extensions/lending/server/extendLoan.ts',
  ];
  const others = sources.filter(({ row, file }) => !/(^|\/)engine$/.test(row) && !dated.includes(file));
  const cut = [/toISOString\(\)\.slice\(0, 10\)/, /\b(now|moment)\.slice\(0, 10\)/, /\bzone: 'UTC'/];
  expect(occurrences(others, cut)).toEqual([]);
});

it('only server/main.ts reads the environment, and only server/node and the SQLite store use files', () => {
  const server = sources.filter(({ row, file }) => /(^|\/)server$/.test(row) && file !== 'server/main.ts');
  const near = ['server/node/', 'server/store/sqlite/'];
  const far = server.filter(({ file }) => !near.some((folder) => file.startsWith(folder)));
  expect(occurrences(server, [/\bprocess\.env\b/])).toEqual([]);
  expect(occurrences(far, [/from 'node:fs/])).toEqual([]);
});

it('outgoing calls of the server go through one module, which limits them', () => {
  const server = sources.filter(({ row }) => /(^|\/)server$/.test(row));
  const doors = [
    ...['server/http/callOut.ts', 'server/node/createSmtpMail.ts', 'server/node/fetchBucket.ts'],
    // For addresses that people enter: it pins the connection to the address that was judged.
    'server/node/createPost.ts',
  ];
  const others = server.filter(({ file }) => !doors.includes(file));
  const asking = [
    /(?<![.\w])fetch\(/,
    /globalThis\.fetch\(/,
    /\bhttps?\.(get|request)\(/,
    /(?<![.\w])connect\(/,
  ];
  expect(occurrences(others, [...asking, /from 'node:(https|http2|tls|dgram)'/, /from 'undici'/])).toEqual(
    [],
  );
});

it('no client code requests a whole list', () => {
  const client = sources.filter(
    ({ folder, file }) =>
      folder === 'renderer' || /^(engine\/(grid|form)|extensions\/[^/]+\/renderer)\//.test(file),
  );
  expect(client.length).toBeGreaterThan(100);
  const whole = [
    /pageSize=0\b/,
    /pageSize['"]?:\s*['"`]?0\b/,
    /['"]pageSize['"],\s*['"`]?0\b/,
    /pageSize\s*(\?\?|\|\|)\s*0\b/,
    /pageSize\s*=\s*0\b/,
  ];
  expect(occurrences(client, whole)).toEqual([]);
});

it('nothing runs code from text', () => {
  expect(occurrences(sources, [/\bnew Function\b/, /\beval\(/])).toEqual([]);
});

it('colours are defined only in renderer/tokens', () => {
  const styles = listFiles().filter((file) => file.endsWith('.css') && !file.startsWith('renderer/tokens/'));
  const colour = /#[0-9a-f]{3,8}\b|\b(rgb|rgba|hsl|hsla|oklch|oklab|lab|lch)\(/i;
  const breaches = styles.flatMap((file) =>
    withoutComments(readFileSync(file, 'utf8'))
      .split('\n')
      .filter((line) => colour.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(breaches).toEqual([]);
});

function occurrences(files: readonly Source[], patterns: readonly RegExp[]): string[] {
  return files.flatMap(({ file, text }) =>
    withoutComments(text)
      .split('\n')
      .filter((line) => patterns.some((pattern) => pattern.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  );
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
