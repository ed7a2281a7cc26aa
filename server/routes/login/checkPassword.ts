/** Checks passwords and refuses failed attempts. */
import type { DataRecord } from '#engine';
import { Refusal, refusals } from '../../errors/Refusal.ts';
import type { ApiCall } from '../../http/ApiCall.ts';

/** Limit of request bodies with passwords, in bytes. */
export const passwordBodyLimit = 8192;

/** In characters. A longer password fails, and costs and counts like any wrong one. */
export const longestPassword = 1024;

/** Takes the same time for unknown names, so that timing does not reveal which names exist. */
export async function checkPassword(
  { ports }: ApiCall,
  user: DataRecord | undefined,
  password: string,
): Promise<boolean> {
  const hash = typeof user?.PasswordHash === 'string' ? user.PasswordHash : undefined;
  const tried = password.slice(0, longestPassword);
  const isRight = await ports.hash.verify(tried, hash ?? (await decoy(ports.hash)));
  return hash !== undefined && isRight && tried === password;
}

/** Refuses an attempt that comes too early; 0 seconds allows it. */
export function refuseTooMany(seconds: number, account?: string): void {
  if (seconds <= 0) return;
  const headers = { 'retry-after': String(seconds) };
  throw refusals.tooManyAttempts({ params: { count: Math.ceil(seconds / 60) }, headers, account });
}

/** The same refusal as a finding at a member of the body. */
export function refusedAt(name: string, { code, key, details }: Refusal): Refusal {
  const { params = {} } = details;
  const issue = { rule: key, path: `/${name}`, level: 'error', message: key, params } as const;
  return new Refusal(code, key, { ...details, issues: [issue] });
}

const decoys = new WeakMap<object, Promise<string>>();

function decoy(hasher: ApiCall['ports']['hash']): Promise<string> {
  const known = decoys.get(hasher) ?? hasher.hash('nobody has this password');
  decoys.set(hasher, known);
  return known;
}
