/** What is found about an overlay, in the language of the person who asks. */
import { formatMessage, type Locale, type Model, type OverlayFinding } from '#engine';

export type Saying = { readonly model: Model; readonly locale: Locale };

/** One finding as the API answers it. */
export function sayFinding(saying: Saying, { change, at, level, code, params }: OverlayFinding): object {
  return {
    Change: change ? { Kind: change.kind, Name: change.name } : null,
    At: at,
    Level: level,
    Code: code,
    Message: sayOverlay(saying, code, params),
  };
}

/** The sentence of a code; a param that has a text of every language is said in this one. */
export function sayOverlay(
  { model, locale }: Saying,
  code: string,
  params: OverlayFinding['params'],
): string {
  const said = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? value[locale] : value,
  ]);
  return formatMessage(model, locale, `overlay.${code}`, Object.fromEntries(said));
}
