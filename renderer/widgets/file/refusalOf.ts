import { type FileLimits, fileEndings, fileTypeMessage, formatBytes, type Locale } from '#engine';
import type { Say } from '../../data/messages.tsx';

type Saying = { readonly limits: FileLimits; readonly locale: Locale; readonly message: Say };

/** Why a file cannot be uploaded, checked in advance; the server checks the content. */
export function refusalOf(file: File, { limits, locale, message }: Saying): string | undefined {
  if (file.size === 0) return message('file.empty');
  if (file.size > limits.maxBytes)
    return message('file.too-large', { limit: formatBytes(limits.maxBytes, locale) });
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  const fits = limits.accept.some((type) => type === file.type || fileEndings(type).includes(ending));
  return fits
    ? undefined
    : message(limits.messages?.type ?? 'file.wrong-type', { types: typeNames({ limits, message }) });
}

/** Accepted types, such as `PDF, Word document`. */
export function typeNames({ limits, message }: Pick<Saying, 'limits' | 'message'>): string {
  return limits.accept.map((type) => message(fileTypeMessage(type))).join(', ');
}
