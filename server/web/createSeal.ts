/** Encrypts texts with AES-GCM under a key derived from a secret. */
import type { Seal } from '../ports/ports.ts';

const algorithm = 'AES-GCM';
const ivBytes = 12;

export async function createSeal(secret: string): Promise<Seal> {
  const material = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`seal\n${secret}`));
  const key = await crypto.subtle.importKey('raw', material, algorithm, false, ['encrypt', 'decrypt']);
  return {
    close: async (text) => {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      const sealed = await crypto.subtle.encrypt(
        { name: algorithm, iv },
        key,
        new TextEncoder().encode(text),
      );
      return `${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`;
    },
    open: async (sealed) => {
      const [iv, content] = sealed.split('.').map(fromBase64);
      if (!iv || !content) throw new Error('A sealed text has two parts.');
      return new TextDecoder().decode(await crypto.subtle.decrypt({ name: algorithm, iv }, key, content));
    },
  };
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  // In pieces, because the number of arguments is limited.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
