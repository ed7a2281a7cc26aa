/** The secrets of webhooks: shown once, stored sealed with the secret of the installation. */
import type { DataRecord } from '#engine';
import { isSame } from '../login/apiKeyText.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import type { Seal } from '../ports/ports.ts';

type Of = Pick<Runtime, 'ports' | 'signer'>;

const sealOf = async ({ ports, signer }: Of): Promise<Seal> =>
  ports.seal(`webhooks\n${await signer.ready()}`);

type NewSecret = { readonly shown: string; readonly sealed: string };

/** 256 random bits, written as receivers expect them: `whsec_` and base64. */
export async function newSecret(of: Of): Promise<NewSecret> {
  const secret = of.ports.randomToken();
  return { shown: `whsec_${btoa(secret)}`, sealed: await (await sealOf(of)).close(secret) };
}

/** Whether a text is the secret itself, as it was shown. */
export async function isSecretOf(of: Of, hook: DataRecord, text: string): Promise<boolean> {
  for (const one of await secretsNow(of, hook)) if (isSame(text, `whsec_${btoa(one)}`)) return true;
  return false;
}

/** The secrets that are valid now. */
async function secretsNow(
  of: Of,
  { Secret, OldSecret, OldSecretEnd }: DataRecord,
): Promise<readonly string[]> {
  const seal = await sealOf(of);
  const isOldValid = OldSecret && Date.parse(String(OldSecretEnd)) > of.ports.now().getTime();
  const sealed = [Secret, ...(isOldValid ? [OldSecret] : [])].filter((one) => typeof one === 'string');
  return Promise.all(sealed.map((one) => seal.open(one)));
}

/** The `webhook-signature` header: a signature for each secret that is valid now. */
export async function signatureOf(
  of: Of,
  webhook: DataRecord,
  { id, timestamp, body }: { readonly id: string; readonly timestamp: number; readonly body: string },
): Promise<string> {
  const signatures = (await secretsNow(of, webhook)).map(async (secret) => {
    const hex = await of.ports.sign(secret, `${id}.${timestamp}.${body}`);
    return `v1,${base64Of(hex)}`;
  });
  return (await Promise.all(signatures)).join(' ');
}

const base64Of = (hex: string): string =>
  btoa(String.fromCharCode(...(hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))));
