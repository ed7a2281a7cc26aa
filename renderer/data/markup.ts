// A character nobody types stands for `<` of a value while our own markup is read.
const hidden = '\ue000';

/** Makes a value safe to put into a sentence that may hold our own `<b>…</b>`. */
export function escapeMarkup(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('<', hidden) : value;
}

/** Brings back what `escapeMarkup` hid. */
export function unescapeMarkup(text: string): string {
  return text.replaceAll(hidden, '<');
}
