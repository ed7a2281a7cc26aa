/**
 * Time-based one-time passwords (RFC 6238) as authenticator apps use them: SHA-1, 6 digits, 30-second steps.
 */
import { Secret, TOTP } from 'otpauth';
import type { Ports } from '../ports/ports.ts';

const period = 30;
/** Steps accepted before and after the current one: phone clocks differ. */
const tolerance = 1;
const recoveryCodes = 10;

/** In characters; anything longer counts as a wrong code. */
const longestCode = 64;

/** The typed code without the separators people add. */
export function readCode(typed: string): string {
  if (typed.length > longestCode) return '';
  return typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
}

/** The time step of a code near the moment (milliseconds since 1970); undefined if none matches. */
export function stepOfCode(secret: string, code: string, moment: number): number | undefined {
  // Without an app, the second factor is a passkey.
  if (secret === '' || !/^[0-9]{6}$/.test(code)) return undefined;
  const delta = totpOf(secret).validate({ token: code, timestamp: moment, window: tolerance });
  return delta === null ? undefined : Math.floor(moment / 1000 / period) + delta;
}

/** `otpauth://totp/…`: the content of the QR code. */
export const uriOf = (secret: string, userName: string, issuer: string): string =>
  // A colon would end the name: it divides it from the account.
  totpOf(secret, userName, issuer.replaceAll(':', ' ')).toString();

/** 160 bits in base32. */
export const makeSecret = (ports: Chance): Promise<string> => randomBase32(ports, 20);

/** Ten codes of 80 bits, in groups of four characters. */
export const makeRecoveryCodes = (ports: Chance): Promise<readonly string[]> =>
  Promise.all(
    Array.from({ length: recoveryCodes }, async () =>
      (await randomBase32(ports, 10)).replace(/(.{4})(?=.)/g, '$1-'),
    ),
  );

/** The stored form of a recovery code; a fast digest suffices, as the code has too many bits to guess. */
export const digestOfRecovery = (ports: Pick<Ports, 'digest'>, userId: string, code: string) =>
  ports.digest(JSON.stringify(['recovery', userId, readCode(code)]));

const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) });

type Chance = Pick<Ports, 'digest' | 'randomToken'>;

async function randomBase32({ digest, randomToken }: Chance, bytes: number): Promise<string> {
  return Secret.fromHex((await digest(randomToken())).slice(0, bytes * 2)).base32;
}
