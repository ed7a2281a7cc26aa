/** Findings about an overlay, in the caller's language. */
import { findingText, type Locale, type Model, type OverlayFinding } from '#engine';

export type Saying = { readonly model: Model; readonly locale: Locale };

/** One finding in the shape of the API. */
export function sayFinding(saying: Saying, { change, at, level, code, params }: OverlayFinding): object {
  return {
    Change: change ? { Kind: change.kind, Name: change.name } : null,
    At: at,
    Level: level,
    Code: code,
    Message: findingText(saying, code, params),
  };
}
