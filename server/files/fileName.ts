/** File names as people see them, never as storage paths. */
import { fileEndings } from '#engine';

const longest = 150;

/**
 * Removes folders, control characters and bidirectional marks, and gives the name an extension that fits its
 * content.
 */
export function cleanFileName(name: string, mediaType: string): string {
  const allowed = fileEndings(mediaType);
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const own = /\.([^.]*)$/.exec(plain)?.[1] ?? '';
  const isRight = allowed.includes(own.toLowerCase());
  const stem = isRight ? plain.slice(0, -own.length - 1) : plain;
  const cut = [...stem].slice(0, longest).join('').trim() || 'file';
  return `${cut}.${isRight ? own : (allowed[0] ?? 'bin')}`;
}

/** The `Content-Disposition` of a download: an ASCII name for old clients, and the full name (RFC 6266). */
export function attachment(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_');
  const whole = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}

/** The file name in a header: `filename*` is preferred to `filename`. */
export function nameInHeader(header: string | null): string {
  const coded = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header ?? '')?.[1];
  if (coded) return decoded(coded);
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header ?? '')?.[1];
  const bare = /filename\s*=\s*([^;"\s]+)/i.exec(header ?? '')?.[1];
  // Browsers encode a quotation mark in a form's file name as %22.
  return (quoted ?? bare ?? '').replace(/\\"|%22/g, '"');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
