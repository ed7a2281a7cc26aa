/** The answer of a passkey, alone or instead of a code. */
import { refusals } from '../../errors/Refusal.ts';
import type { ApiCall } from '../../http/ApiCall.ts';
import { may, type Static, Type } from '../../http/sent.ts';
import type { LoginSession } from '../../login/createLoginStore.ts';
import { passkeySite, type Site } from '../../login/passkeys/passkeyAccess.ts';
import { claimedPasskey, optionsToProve, passkeysOf, provePasskey } from '../../login/passkeys/passkeys.ts';
import { acceptCode } from '../../login/secondFactor.ts';
import { StoreConflict } from '../../store/types.ts';

/** In bytes. */
export const passkeyBodyLimit = 16_384;

const id = Type.String({ minLength: 1, maxLength: 1400 });
const part = Type.String({ maxLength: 8192 });

/** What `navigator.credentials.get` answers, in the JSON of the WebAuthn standard. */
export const passkeyAnswer = Type.Object({
  ...{ id, rawId: id, type: Type.String({ maxLength: 20 }) },
  response: Type.Object({
    ...{ clientDataJSON: part, authenticatorData: part, signature: part },
    userHandle: may(Type.String({ maxLength: 128 })),
  }),
});

/** Refuses the call where passkeys are off. */
export async function siteFor({ runtime, settings }: ApiCall): Promise<Site> {
  const site = await passkeySite(runtime, settings);
  if (!site) throw refusals.passkeysOff();
  // The transactions that follow must not wait for it.
  await runtime.signer.ready();
  return site;
}

/** What the browser is asked for the second factor; undefined for a person without passkeys. */
export async function optionsFor(call: ApiCall, userId: string): Promise<object | undefined> {
  const site = await passkeySite(call.runtime, call.settings);
  const passkeys = site ? await passkeysOf(call.runtime.store, userId) : [];
  return site && passkeys.length > 0 ? optionsToProve(call.runtime, site, { userId, passkeys }) : undefined;
}

type Proof = {
  readonly Code?: string | null | undefined;
  readonly Passkey?: Static<typeof passkeyAnswer> | null | undefined;
};

type PreparedProof = Proof & { readonly userId: string; readonly site: Site | undefined };

/** Reads what a proof needs besides the transaction that it is accepted in. */
export async function prepareProof(call: ApiCall, userId: string, proof: Proof): Promise<PreparedProof> {
  return { ...proof, userId, site: proof.Passkey ? await siteFor(call) : undefined };
}

/** Whether a code or a passkey of the person proves who they are; it is then used up. */
export async function acceptProof(
  call: ApiCall,
  session: LoginSession,
  { userId, Code, Passkey: answered, site }: PreparedProof,
): Promise<boolean> {
  if (!answered || !site) return acceptCode(session, call.ports, { userId, code: Code ?? '' });
  const passkey = await claimedPasskey(call.runtime, session, answered);
  if (passkey?.UserId !== userId) return false;
  return provePasskey(call.runtime, session, { site, passkey, answered, purpose: 'second-factor' });
}

/** False if another process accepts the same answer first. */
export async function onlyOnce(prove: () => Promise<boolean>): Promise<boolean> {
  try {
    return await prove();
  } catch (error) {
    if (error instanceof StoreConflict) return false;
    throw error;
  }
}
