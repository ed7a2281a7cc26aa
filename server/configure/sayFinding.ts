/** What is found about an overlay, in the language of the person who asks. */
import { findingText, type Locale, type Model, type OverlayFinding } from '#engine';

export type Saying = { readonly model: Model; readonly locale: Locale };

/** One finding as the API answers it. */
export function sayFinding(saying: Saying, { change, at, level, code, params }: OverlayFinding): object {
  return {
    Change: change ? { Kind: change.kind, Name: change.name } : null,
    At: at,
    Level: level,
    Code: code,
    Message: findingText(saying, code, params),
  };
}
