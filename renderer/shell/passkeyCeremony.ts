/** Asks the browser for a passkey; the library is loaded when a person uses one. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

import { errorText } from '../data/errorText.ts';
import type { Say } from '../data/messages.tsx';

/** Options of the server; other members pass through. */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

export const supportsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** Why there is no answer, as a message key. */
class PasskeyProblem extends Error {
  readonly key: string;
  /** The host that passkeys are bound to. */
  readonly host: string;

  constructor(key: string, host: unknown, cause: unknown) {
    super(key, { cause });
    this.key = key;
    this.host = String(host ?? '');
  }
}

/** The answer of one of the person's passkeys; throws `PasskeyProblem`. */
export async function askPasskey(options: PasskeyOptions): Promise<object> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, rawId, type, response } = await told(optionsJSON.rpId, () =>
    startAuthentication({ optionsJSON }),
  );
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const owner = userHandle === undefined ? {} : { userHandle };
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, ...owner } };
}

/** Creates a passkey; throws `PasskeyProblem`. */
export async function createPasskey(options: PasskeyOptions): Promise<object> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, rawId, type, response } = await told(optionsJSON.rp.id, () =>
    startRegistration({ optionsJSON }),
  );
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
}

async function told<Answer>(host: unknown, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'SecurityError') throw new PasskeyProblem('ui.passkey.elsewhere', host, error);
    if (name === 'InvalidStateError') throw new PasskeyProblem('ui.passkey.known', host, error);
    throw new PasskeyProblem('ui.passkey.cancelled', host, error);
  }
}

/** What the person is told about a failed ceremony or call. */
export function problemText(say: Say, error: unknown): string {
  if (error instanceof PasskeyProblem) return say(error.key, { host: error.host });
  return errorText(error, say, 'ui.error.title');
}
