/** Request bodies reach handlers on one path only, after validation against the schema of their endpoint. */
import { expect, it } from 'vitest';
import { readSources } from './sources.ts';

const server = readSources().filter(({ folder, isTest }) => folder === 'server' && !isTest);

const filesWith = (pattern: RegExp): readonly string[] =>
  server.flatMap(({ file, text }) => (pattern.test(text) ? [file] : [])).sort();

it('no handler reads the body of a request as JSON or text', () => {
  expect(filesWith(/\breadBody\(/)).toEqual(['server/http/readBody.ts', 'server/http/takeBody.ts']);
  // Hub messages are not JSON of ours: the hub protocol validates them. Idempotency keys compare the body
  // with the first one. A logout token comes as a form, as OpenID Connect has it. The signature of a webhook
  // that comes in covers its text.
  expect(filesWith(/\breadText\((?:call\.)?request/)).toEqual([
    'server/http/callContent.ts',
    'server/http/readBody.ts',
    'server/hub/hubEndpoints.ts',
    'server/routes/hookEndpoints.ts',
    'server/routes/login/endAtProvider.ts',
  ]);
  expect(filesWith(/\b(request|req|raw)\.(json|text|blob|bytes|arrayBuffer|formData)\(/)).toEqual([
    'server/http/readBody.ts',
  ]);
});

it('only files and forms are read in chunks', () => {
  expect(filesWith(/\{[^}]*\bbody\b[^}]*\} = call\.request|\brequest\.body\b|\.formData\(/)).toEqual([
    'server/files/bodyInPieces.ts',
    // Hashes an upload while its handler reads it.
    'server/http/callContent.ts',
    'server/http/readBody.ts',
    // A bounded text, whose files are left out.
    'server/routes/hookEndpoints.ts',
    'server/sheets/readForm.ts',
  ]);
});

it('validated bodies get their type in two places, and no handler takes one untyped', () => {
  expect(filesWith(/\bcall\.body\b|\{ body \}: ApiCall/)).toEqual([
    'server/http/Takes.ts',
    'server/routes/recordTakes.ts',
  ]);
});
