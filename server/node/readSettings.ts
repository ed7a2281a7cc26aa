import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { StartError } from '../errors/StartError.ts';
import type { SignInSettings, TrustedProxies } from '../ports/ports.ts';
import type { MappedShare } from './createMappedShares.ts';
import { type DatabaseSettings, readDatabaseSettings } from './databaseSettings.ts';
import { type FilesPlace, filesPlace } from './filesPlace.ts';
import { readMilliseconds } from './readMilliseconds.ts';
import { readSignIn } from './readSignIn.ts';

type RunSettings = {
  readonly port: number;
  /** The address to listen on; absent: all addresses of the computer. */
  readonly host?: string;
  readonly database: string;
  readonly files: FilesPlace;
  readonly postgres: DatabaseSettings;
  /** Milliseconds for which calls are still answered after `/api/ready` reports that no more should come. */
  readonly drainMs: number;
  /** The token for reading metrics; absent: metrics are off. */
  readonly metricsToken?: string;
  /** The folder of the application, relative to the root or absolute. */
  readonly application: string;
  readonly seed: 'demo' | 'none';
  /** With the large sample data that the application generates. */
  readonly isLarge: boolean;
  readonly password?: string;
  readonly trustProxy: TrustedProxies;
  readonly workLimitMs: number;
  /** Milliseconds that a report, a declared query or a list without an index may take. */
  readonly queryLimitMs: number;
  /** Milliseconds without a renewal after which a process counts as dead and others take over its jobs. */
  readonly processLeaseMs: number;
  /** The signing secret, the same in all processes; absent: one kept in the database. */
  readonly secret?: string;
  /** The public address of the application. */
  readonly publicUrl: string;
  /** The mail server and the sender address. */
  readonly smtp?: { readonly url: string; readonly from: string };
  /** Network folders and their mount points. */
  readonly shares: readonly MappedShare[];
  /** Hosts inside the network that webhooks may call. */
  readonly webhookHosts: readonly string[];
  readonly signIn: SignInSettings;
};

/** Parses the environment; throws for an impossible value, naming the variable. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): RunSettings {
  const isLarge = env.SEED === 'large';
  const seed = isLarge ? 'demo' : readSeed(env.SEED);
  // The passwords of the sample data are public.
  const host = env.HOST?.trim() || (seed === 'demo' ? 'localhost' : undefined);
  const port = readPort(env.PORT);
  const publicUrl = readPublicUrl(env.PUBLIC_URL, port);
  const database = databaseAddress(env);
  return {
    port,
    ...(host ? { host } : {}),
    database,
    files: filesPlace(env, database),
    postgres: readDatabaseSettings(env, database),
    drainMs: readDrain(env.DRAIN_MS),
    ...readMetricsToken(env.METRICS_TOKEN),
    application: env.APP?.trim() || '.',
    seed,
    isLarge,
    trustProxy: readProxies(env.TRUST_PROXY),
    workLimitMs: readMilliseconds(env, 'WORK_LIMIT_MS', 2000),
    queryLimitMs: readMilliseconds(env, 'QUERY_LIMIT_MS', 60_000),
    processLeaseMs: readMilliseconds(env, 'PROCESS_LEASE_MS', 15_000),
    publicUrl,
    shares: readShares(env.FILE_SHARES),
    webhookHosts: readHosts(env.WEBHOOK_HOSTS),
    signIn: readSignIn(env),
    ...readSmtp(env.SMTP_URL, env.MAIL_FROM, publicUrl),
    ...readSecret(env.SECRET),
    ...(env.ADMIN_PASSWORD ? { password: env.ADMIN_PASSWORD } : {}),
  };
}

export const databaseAddress = (env: Readonly<Record<string, string | undefined>>): string =>
  env.DATABASE_URL || `file:data/${env.APP?.split(/[\\/]/).filter(Boolean).at(-1) || 'formwright'}.db`;

/** Names or addresses, separated by commas. */
const readHosts = (text = ''): readonly string[] =>
  text
    .split(/[\s,]+/)
    .filter((host) => host !== '')
    .map((host) => host.toLowerCase());

function readPort(text: string | undefined): number {
  if (text === undefined || text === '') return 3000;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port >= 0 && port <= 65_535) return port;
  throw new StartError(`PORT '${text}' is no port. Use a number from 0 to 65535; 0 picks a free one.`);
}

/** Error messages never repeat the secret. */
function readSecret(text: string | undefined): { readonly secret?: string } {
  if (text === undefined || text === '') return {};
  if (text.length >= 32) return { secret: text };
  throw new StartError('SECRET is too short. Use 32 characters or more that nobody can guess.');
}

function readSeed(text: string | undefined): 'demo' | 'none' {
  if (text === undefined || text === '') return 'demo';
  if (text === 'demo' || text === 'none') return text;
  throw new StartError(`SEED '${text}' is not known. Use demo, large or none.`);
}

function readProxies(text: string | undefined): TrustedProxies {
  if (text === undefined || text.trim() === '') return 0;
  if (/^\d{1,2}$/.test(text.trim())) return Number(text);
  const addresses = text.split(',').map((address) => address.trim());
  if (addresses.every((address) => isIP(address) > 0)) return addresses;
  throw new StartError(
    `TRUST_PROXY '${text}' is not understood. Use the number of proxies in front of the server, or their addresses separated by commas.`,
  );
}

function readPublicUrl(text: string | undefined, port: number): string {
  const address = text?.trim();
  if (!address) return `http://localhost:${port || 3000}`;
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new StartError(
      `PUBLIC_URL is the http address at which people find the application, not ${address}.`,
    );
  return address.replace(/\/$/, '');
}

function readSmtp(
  text: string | undefined,
  sender: string | undefined,
  publicUrl: string,
): { readonly smtp?: { readonly url: string; readonly from: string } } {
  const url = text?.trim();
  if (!url) return {};
  // Not repeated: the address may hold a password.
  if (!/^smtps?:\/\//.test(url) || !URL.canParse(url))
    throw new StartError(
      'SMTP_URL is not understood. Use smtp://name:password@mail.example.com:587 or smtps://….',
    );
  return { smtp: { url, from: sender?.trim() || `no-reply@${new URL(publicUrl).hostname}` } };
}

function readShares(text: string | undefined): readonly MappedShare[] {
  const entries = (text ?? '').split(';').map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    const [share = '', folder = ''] = entry.split(/=(.*)/s).map((part) => part.trim());
    if (/^(\\\\[^\\/:*?<>|]+)(\\[^\\/:*?<>|]+)+$/.test(share) && isAbsolute(folder)) return { share, folder };
    throw new StartError(
      `FILE_SHARES '${entry}' is not understood. Use \\\\server\\share=/srv/share, several of them with ; between.`,
    );
  });
}

/** Service managers kill a process ten seconds after asking it to stop; open calls need part of that. */
const longestDrain = 5000;

function readDrain(text: string | undefined): number {
  if (text === undefined || text.trim() === '') return 0;
  const drain = /^\d{1,4}$/.test(text.trim()) ? Number(text) : longestDrain + 1;
  if (drain <= longestDrain) return drain;
  throw new StartError(`DRAIN_MS '${text}' is not understood. Use milliseconds, from 0 to ${longestDrain}.`);
}

const shortestToken = 16;

function readMetricsToken(text: string | undefined): { readonly metricsToken?: string } {
  const token = text?.trim();
  if (!token) return {};
  // Not repeated: it may be a secret.
  if (token.length < shortestToken || !/^[\w.~+/=-]+$/.test(token))
    throw new StartError(
      `METRICS_TOKEN is not understood. Use at least ${shortestToken} letters, digits or any of . _ ~ + / = -.`,
    );
  return { metricsToken: token };
}
