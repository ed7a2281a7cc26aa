/**
 * Proof of work instead of a foreign service: a browser must find a number whose hash begins with so many zero
 * bits. A challenge is signed, for one form, valid for two hours and for one answer.
 */
import type { PublicFormModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import type { StoreSession } from '../store/types.ts';
import { after, idOf, isCurrent, newUse, useEntity } from './formUse.ts';

/** Leading zero bits: a tenth of a second for a computer, a second for an old phone. */
const usualBits = 16;
/** At most so many more while a form gets many answers. */
const mostMore = 4;

const lifetime = 2 * 3_600_000;
/** Files that may be sent for one answer. */
const mostFiles = 20;

export type Solved = { readonly Challenge: string; readonly Number: number };

type Services = Pick<Runtime, 'ports' | 'signer'>;

/** A new challenge; the more answers came today, the harder it is. */
export async function newChallenge(
  { ports, signer }: Services,
  form: PublicFormModel,
  taken: number,
): Promise<{ readonly Challenge: string; readonly Bits: number }> {
  const Bits = usualBits + Math.min(mostMore, Math.floor(Math.log2(1 + taken / 50)));
  const said = [
    form.address,
    String(Bits),
    String(ports.now().getTime() + lifetime),
    ports.randomToken(),
  ].join('.');
  return { Challenge: `${said}.${await signer.sign(`form ${said}`)}`, Bits };
}

/** Throws unless the challenge is ours, of this form, in time, and solved. */
export async function refuseUnsolved(
  { ports, signer }: Services,
  form: PublicFormModel,
  { Challenge, Number: number }: Solved,
): Promise<void> {
  const parts = Challenge.split('.');
  const [address, bits, ends] = parts;
  const said = parts.slice(0, -1).join('.');
  const isOurs = parts.length === 5 && (await signer.sign(`form ${said}`)) === parts.at(-1);
  if (!isOurs || address !== form.address || Number(ends) <= ports.now().getTime())
    throw refusals.formChallenge();
  const hash = await ports.digest(`${Challenge}:${number}`);
  if (zeroBits(hash) < Number(bits)) throw refusals.formChallenge();
}

/** Leading zero bits of a hash in hexadecimal digits. */
export function zeroBits(hash: string): number {
  const zeros = /^0*/.exec(hash)?.[0].length ?? 0;
  const next = Number.parseInt(hash[zeros] ?? 'f', 16);
  return zeros * 4 + (Math.clz32(next) - 28);
}

const keyOf = (challenge: string): readonly string[] => ['challenge', challenge];

/**
 * Uses a challenge up, in the transaction of its answer. True: the same answer was sent before, so nothing is to
 * be done again.
 */
export async function useUp(
  { ports }: Pick<Runtime, 'ports'>,
  session: StoreSession,
  { challenge, digest }: { readonly challenge: string; readonly digest: string },
): Promise<boolean> {
  const id = await idOf(ports, keyOf(challenge));
  const known = await session.get(useEntity, id);
  if (known && Number(known.Taken) > 0) {
    if (known.Digest === digest) return true;
    throw refusals.formChallengeUsed();
  }
  const fields = { Taken: 1, Digest: digest };
  if (known) {
    if (await session.update(useEntity, id, fields, Number(known.Revision))) return false;
    throw refusals.formChallengeUsed();
  }
  await session.insert(
    useEntity,
    newUse(ports, id, { Kind: 'challenge', ExpiresAt: endOf(ports), ...fields }),
  );
  return false;
}

/** Longer than any challenge is valid, so that none can be used again. */
const endOf = (ports: Runtime['ports']): string => after(ports, 2 * lifetime);

/** The ids of the files that were sent for a challenge. */
export async function filesOf(
  { ports }: Pick<Runtime, 'ports'>,
  session: Pick<StoreSession, 'get'>,
  challenge: string,
): Promise<readonly string[]> {
  const known = await session.get(useEntity, await idOf(ports, keyOf(challenge)));
  return known && isCurrent(known, ports) && Array.isArray(known.Files) ? known.Files.map(String) : [];
}

/** Throws when a challenge was answered, or as many files were sent for it as may be. */
export async function refuseMoreFiles(
  { ports, store }: Pick<Runtime, 'ports' | 'store'>,
  challenge: string,
): Promise<void> {
  const known = await store.get(useEntity, await idOf(ports, keyOf(challenge)));
  if (!known) return;
  if (Number(known.Taken) > 0) throw refusals.formChallengeUsed();
  if (Array.isArray(known.Files) && known.Files.length >= mostFiles)
    throw refusals.formFiles({ params: { limit: mostFiles } });
}

/** Notes a file as sent for a challenge. */
export async function noteFile(
  runtime: Pick<Runtime, 'ports' | 'store'>,
  challenge: string,
  file: string,
): Promise<void> {
  const { ports, store } = runtime;
  const id = await idOf(ports, keyOf(challenge));
  await store.transaction(async (session) => {
    await refuseMoreFiles({ ports, store: { ...store, ...session } }, challenge);
    const known = await session.get(useEntity, id);
    const Files = [...(Array.isArray(known?.Files) ? known.Files : []), file];
    if (known) await session.update(useEntity, id, { Files }, Number(known.Revision));
    else
      await session.insert(
        useEntity,
        newUse(ports, id, { Kind: 'challenge', Taken: 0, Files, ExpiresAt: endOf(ports) }),
      );
  });
}
