/** The operator's settings for profiles: a geocoder and a card vault. */
import { type Environment, StartError } from '#server/extension';

type ProfileSettings = {
  /** URL of a Photon-compatible geocoder. */
  readonly geocoder?: string;
  /** URL and key of a vault with the Basis Theory API. */
  readonly cardVault?: { readonly url: string; readonly key: string };
};

/** Refuses an invalid value by name. */
export function readSettings(env: Environment): ProfileSettings {
  return {
    ...readGeocoder(env.GEOCODER_URL),
    ...readCardVault(env.CARD_VAULT_URL, env.CARD_VAULT_KEY),
  };
}

function readGeocoder(text: string | undefined): { readonly geocoder?: string } {
  const address = text?.trim();
  if (!address) return {};
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new StartError(`GEOCODER_URL is the http address of a Photon-compatible server, not ${address}.`);
  return { geocoder: address };
}

function readCardVault(
  text: string | undefined,
  key: string | undefined,
): { readonly cardVault?: { readonly url: string; readonly key: string } } {
  const url = text?.trim();
  if (!url) return {};
  const { protocol, hostname, username } = URL.canParse(url) ? new URL(url) : new URL('none:');
  // Requires HTTPS; plain HTTP is allowed only for a vault on this computer.
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isThisComputer.test(hostname));
  if (!isSafe || username)
    throw new StartError(
      'CARD_VAULT_URL is not understood. Use the https address of a vault that answers as Basis Theory does, without name and password; its key stands in CARD_VAULT_KEY.',
    );
  if (!key?.trim())
    throw new StartError('CARD_VAULT_KEY is missing: the key to the vault of CARD_VAULT_URL.');
  return { cardVault: { url, key: key.trim() } };
}

const isThisComputer = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
