import { expect, it } from 'vitest';
import { createWebPorts } from '../web/createWebPorts.ts';
import {
  digestOfRecovery,
  makeRecoveryCodes,
  makeSecret,
  readCode,
  stepOfCode,
  uriOf,
} from './oneTimeCodes.ts';

/** '12345678901234567890' of RFC 6238, appendix B, in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it('takes the codes of RFC 6238 at their moments', () => {
  // The last six of the eight digits in the RFC.
  for (const [seconds, code] of [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const)
    expect(stepOfCode(secret, code, seconds * 1000), code).toBe(Math.floor(seconds / 30));
});

it('takes the code of one step before and after, and says which step it was', () => {
  const code = '005924';
  const at = 1234567890;
  const step = Math.floor(at / 30);
  for (const [moved, expected] of [
    [-60, undefined],
    [-30, step],
    [30, step],
    [60, undefined],
  ] as const)
    expect(stepOfCode(secret, code, (at + moved) * 1000), `${moved}`).toBe(expected);
});

it('takes nothing that is not six digits, however it is written', () => {
  for (const code of ['', '28708', '2870820', 'ABCDEF', '28708２', '-28708', '1e5000', '\u0000'.repeat(6)])
    expect(stepOfCode(secret, code, 59_000), code).toBe(undefined);
  expect(readCode(' 287 082 ')).toBe('287082');
  expect(readCode('２８７０８２')).toBe('287082');
  expect(readCode('abcd-efgh')).toBe('ABCDEFGH');
  expect(readCode('2'.repeat(65))).toBe('');
});

it('secrets and recovery codes are long, differ, and name who they are of', async () => {
  const ports = createWebPorts();
  const made = await Promise.all([makeSecret(ports), makeSecret(ports)]);
  expect(new Set(made).size).toBe(2);
  for (const one of made) expect(one).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(uriOf(secret, 'Zoë & Co?', 'Maple: Cover'));
  expect([uri.protocol, uri.host, uri.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', secret]);
  expect(decodeURIComponent(uri.pathname)).toBe('/Maple  Cover:Zoë & Co?');
  const codes = await makeRecoveryCodes(ports);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  const [code = ''] = codes;
  const hash = await digestOfRecovery(ports, 'one', code);
  expect(await digestOfRecovery(ports, 'one', code.toLowerCase().replaceAll('-', ' '))).toBe(hash);
  expect(await digestOfRecovery(ports, 'other', code)).not.toBe(hash);
});
