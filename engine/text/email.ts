/** E-mail addresses that mail servers accept: an unquoted local part and a domain in any script. */

const part = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const local = new RegExp(`^${part}(?:\\.${part})*$`, 'u');
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Limits of RFC 5321 on the encoded address: local part 64, total 254, label 63. */
export function isEmail(text: string): boolean {
  const at = text.indexOf('@');
  const [name, domain] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || text.length > 254 || !local.test(name) || bytesOf(name) > 64) return false;
  const labels = domain.split('.');
  if (labels.length < 2 || !labels.every((one) => label.test(one))) return false;
  const host = wireName(domain);
  if (host === undefined || bytesOf(name) + 1 + host.length > 254) return false;
  const last = host.slice(host.lastIndexOf('.') + 1);
  return host.split('.').every(({ length }) => length <= 63) && /^(?:[a-z]{2,}|xn--[a-z\d-]+)$/.test(last);
}

/** The domain in ASCII (punycode). */
function wireName(domain: string): string | undefined {
  const address = `http://${domain}`;
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}
