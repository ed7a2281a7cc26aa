// A private-use character replaces `<` in values while our own markup is parsed.
const hidden = '\ue000';

/** Makes a value safe to insert into a text that may contain our own `<b>…</b>`. */
export function escapeMarkup(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('<', hidden) : value;
}

/** Restores what `escapeMarkup` replaced. */
export function unescapeMarkup(text: string): string {
  return text.replaceAll(hidden, '<');
}
