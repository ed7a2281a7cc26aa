/**
 * Challenges for passkeys. They are sealed rather than stored, so that asking for one writes nothing; one that
 * has been answered is stored until it expires, so that no process accepts it twice.
 */
import type { Runtime } from '../../operations/OperationCall.ts';
import type { StoreSession } from '../../store/types.ts';
import { idOfDigest } from '../idOfDigest.ts';

const entity = 'passkey-challenge';
const lasts = 5 * 60_000;

type Purpose = 'add' | 'sign-in' | 'second-factor';

export type Challenge = {
  readonly purpose: Purpose;
  /** Empty: anyone, whom the passkey identifies. */
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly ends: number;
};

type Of = Pick<Runtime, 'ports' | 'signer'>;

const sealOf = async ({ ports, signer }: Of) => ports.seal(`passkey challenge\n${await signer.ready()}`);

export async function makeChallenge(of: Of, purpose: Purpose, userId = ''): Promise<string> {
  const ends = of.ports.now().getTime() + lasts;
  const challenge = { purpose, userId, ends, salt: of.ports.randomToken() };
  return (await sealOf(of)).close(JSON.stringify(challenge));
}

/** Undefined unless this application made it, for this purpose and person, and it has not expired. */
export async function openChallenge(
  of: Of,
  text: string,
  { purpose, userId }: Omit<Challenge, 'ends'>,
): Promise<Challenge | undefined> {
  const opened = await (await sealOf(of)).open(text).catch(() => undefined);
  const challenge = opened === undefined ? undefined : (JSON.parse(opened) as Challenge);
  const isFit = challenge?.purpose === purpose && challenge.userId === userId;
  return isFit && challenge.ends > of.ports.now().getTime() ? challenge : undefined;
}

type Writing = Pick<StoreSession, 'get' | 'find' | 'insert' | 'remove'>;

/** False if it has been answered before; call it in the transaction that acts on the answer. */
export async function markUsed(
  { ports }: Of,
  session: Writing,
  text: string,
  ends: number,
): Promise<boolean> {
  const Id = idOfDigest(await ports.digest(`passkey challenge\n${text}`));
  if (await session.get(entity, Id)) return false;
  const now = ports.now().toISOString();
  const filter = { kind: 'compare', path: 'ExpiresAt', operator: 'lt', value: now } as const;
  const { items } = await session.find({ entity, filter, page: { number: 1, size: 100 } });
  for (const item of items) await session.remove(entity, String(item.Id));
  const stamps = { CreatedDate: now, CreatedBy: 'server', ModifiedDate: now, ModifiedBy: 'server' };
  const record = { Id, Revision: 1, ...stamps, ExpiresAt: new Date(ends).toISOString() };
  // Conflicts if another process is first, which ends the transaction.
  await session.insert(entity, record);
  return true;
}
