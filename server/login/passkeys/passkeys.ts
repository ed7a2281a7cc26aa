/** Passkeys (WebAuthn): what a browser is asked, and whether its answer holds. */
import type * as WebAuthn from '@simplewebauthn/server';
import type { DataRecord } from '#engine';
import { equals } from '../../operations/filters.ts';
import type { Runtime } from '../../operations/OperationCall.ts';
import { unlimited } from '../../operations/rowAccess.ts';
import type { StoreSession } from '../../store/types.ts';
import type { LoginSession } from '../createLoginStore.ts';
import { idOfDigest } from '../idOfDigest.ts';
import { type Challenge, makeChallenge, markUsed, openChallenge } from './challenges.ts';
import type { Site } from './passkeyAccess.ts';

export const passkeyEntity = 'passkey';
/** Milliseconds that the browser waits for the person. */
const timeout = 5 * 60_000;

/** Loaded when the first person uses a passkey. */
const load = (): Promise<typeof WebAuthn> => import('@simplewebauthn/server');

type Of = Pick<Runtime, 'ports' | 'signer'>;

export async function passkeysOf(
  store: Pick<StoreSession, 'find'>,
  userId: string,
): Promise<readonly DataRecord[]> {
  const { items } = await store.find({ entity: passkeyEntity, filter: equals('UserId', userId) });
  return items.toSorted((one, other) => String(one.CreatedDate).localeCompare(String(other.CreatedDate)));
}

/** The Id of a passkey's record. */
const idOfCredential = async ({ ports }: Of, credentialId: string): Promise<string> =>
  idOfDigest(await ports.digest(`passkey\n${credentialId}`));

const credentialOf = ({ CredentialId, Transports }: DataRecord) => ({
  id: String(CredentialId),
  transports: (Array.isArray(Transports) ? Transports.map(String) : []) as never[],
});

/** Options for `navigator.credentials.create`. */
export async function optionsToAdd(
  of: Of,
  site: Site,
  user: DataRecord,
  known: readonly DataRecord[],
  name: string,
): Promise<object> {
  const { generateRegistrationOptions } = await load();
  return generateRegistrationOptions({
    ...{ rpName: name, rpID: site.host, timeout, attestationType: 'none' },
    challenge: await makeChallenge(of, 'add', String(user.Id)),
    userID: new TextEncoder().encode(String(user.Id)),
    userName: String(user.UserName),
    userDisplayName: String(user.DisplayName),
    excludeCredentials: known.map(credentialOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Options for `navigator.credentials.get`: any passkey of this site, or those of the person. */
export async function optionsToProve(
  of: Of,
  site: Site,
  person?: { readonly userId: string; readonly passkeys: readonly DataRecord[] },
): Promise<object> {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    ...{ rpID: site.host, timeout },
    challenge: await makeChallenge(of, person ? 'second-factor' : 'sign-in', person?.userId),
    allowCredentials: person?.passkeys.map(credentialOf) ?? [],
    // Signing in without a password takes the person's finger, face or PIN as well.
    userVerification: person ? 'preferred' : 'required',
  });
}

/** What `navigator.credentials` answered, as JSON. */
export type Answered = {
  readonly id: string;
  readonly rawId: string;
  readonly type: string;
  readonly response: Readonly<Record<string, unknown>>;
};

type Opened = Challenge & { readonly text: string };

/** Reads the challenge that the answer contains; the library then verifies the rest. */
function challengeIn(of: Of, wanted: Omit<Challenge, 'ends'>) {
  const found: { challenge?: Opened } = {};
  const isExpected = async (encoded: string): Promise<boolean> => {
    const text = textOf(encoded);
    const challenge = text === undefined ? undefined : await openChallenge(of, text, wanted);
    if (challenge) found.challenge = { ...challenge, text: text ?? '' };
    return challenge !== undefined;
  };
  return { found, isExpected };
}

function textOf(encoded: string): string | undefined {
  try {
    return atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return undefined;
  }
}

/** Stores a new passkey; undefined if the answer does not hold, or the passkey is known. */
export async function newPasskey(
  of: Of,
  session: StoreSession,
  asked: { readonly site: Site; readonly userId: string; readonly answered: Answered },
): Promise<DataRecord | undefined> {
  const { site, userId, answered } = asked;
  const { verifyRegistrationResponse } = await load();
  const { found, isExpected } = challengeIn(of, { purpose: 'add', userId });
  const verified = await holding(of, () =>
    verifyRegistrationResponse({
      response: withExtensions(answered),
      ...{ expectedChallenge: isExpected, expectedOrigin: site.origin, expectedRPID: site.host },
    }),
  );
  const { challenge } = found;
  if (!verified?.verified || !challenge) return undefined;
  const { credential, credentialBackedUp } = verified.registrationInfo;
  const Id = await idOfCredential(of, credential.id);
  // Also one of an account that the person does not see.
  if (await unlimited(session).get(passkeyEntity, Id)) return undefined;
  if (!(await markUsed(of, session, challenge.text, challenge.ends))) return undefined;
  return {
    ...{ Id, UserId: userId, CredentialId: credential.id, Counter: credential.counter },
    PublicKey: base64url(credential.publicKey),
    Transports: transportsIn(answered),
    IsSynced: credentialBackedUp,
  };
}

const transports = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

function transportsIn({ response }: Answered): readonly string[] {
  const sent = Array.isArray(response.transports) ? response.transports : [];
  return [...transports].filter((one) => sent.includes(one));
}

/** The stored passkey that an answer claims to come from. */
export async function claimedPasskey(
  of: Of,
  store: Pick<StoreSession, 'get'>,
  answered: Answered,
): Promise<DataRecord | undefined> {
  return store.get(passkeyEntity, await idOfCredential(of, answered.id));
}

type Proving = {
  readonly site: Site;
  readonly passkey: DataRecord;
  readonly answered: Answered;
  readonly purpose: 'sign-in' | 'second-factor';
};

/** Whether the passkey gave this answer, now and for the first time. Call it in a transaction. */
export async function provePasskey(of: Of, session: LoginSession, asked: Proving): Promise<boolean> {
  const { site, passkey, answered, purpose } = asked;
  const userId = String(passkey.UserId);
  const isAlone = purpose === 'sign-in';
  const { found, isExpected } = challengeIn(of, { purpose, userId: isAlone ? '' : userId });
  const { userHandle } = answered.response;
  const isOthers = typeof userHandle === 'string' && textOf(userHandle) !== userId;
  if (isOthers || (isAlone && typeof userHandle !== 'string')) return false;
  // Read again: its counter may have risen since it was found.
  const stored = await session.get(passkeyEntity, String(passkey.Id));
  if (!stored) return false;
  const { verifyAuthenticationResponse } = await load();
  const verified = await holding(of, () =>
    verifyAuthenticationResponse({
      response: withExtensions(answered),
      ...{ expectedChallenge: isExpected, expectedOrigin: site.origin, expectedRPID: site.host },
      credential: {
        ...credentialOf(stored),
        publicKey: bytesOf(String(stored.PublicKey)),
        counter: Number(stored.Counter),
      },
      requireUserVerification: isAlone,
    }),
  );
  const { challenge } = found;
  if (!verified?.verified || !challenge) return false;
  if (!(await markUsed(of, session, challenge.text, challenge.ends))) return false;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  const used = {
    Counter: newCounter,
    IsSynced: credentialBackedUp,
    LastUsedDate: of.ports.now().toISOString(),
  };
  return session.update(passkeyEntity, String(stored.Id), used, Number(stored.Revision));
}

/** The library throws whatever does not hold. */
async function holding<Verified>(
  { ports }: Of,
  verify: () => Promise<Verified>,
): Promise<Verified | undefined> {
  try {
    return await verify();
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).slice(0, 300);
    ports.log.info({ channel: 'refusals', kind: 'passkey', why }, 'refused');
    return undefined;
  }
}

/** Extensions are not used. */
const withExtensions = (answered: Answered) => ({ ...answered, clientExtensionResults: {} }) as never;

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

const bytesOf = (text: string) =>
  Uint8Array.from(textOf(text) ?? '', (letter) => letter.charCodeAt(0)) as Uint8Array<ArrayBuffer>;
