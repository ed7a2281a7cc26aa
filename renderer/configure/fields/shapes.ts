/** Named text formats, and patterns as people type them. */
import { fitsTextPattern, wrongPattern } from '#engine';

/** Patterns by name; the message of each is `configure.shape.<name>.says`. */
export const shapes = {
  letters: '^\\p{L}+$',
  digits: '^\\d+$',
  code: '^[A-Z0-9]+$',
  postal: '^[ABCEGHJ-NPRSTVXY]\\d[ABCEGHJ-NPRSTV-Z] ?\\d[ABCEGHJ-NPRSTV-Z]\\d$',
  phone:
    '^(?:\\+?1[ .-]?)?(?:\\([2-9]\\d{2}\\)|[2-9]\\d{2})[ .-]?[2-9]\\d{2}[ .-]?\\d{4}(?: ?(?:,|#|x|ext\\.?|poste) ?\\d{1,8})?$',
  email:
    "^[\\p{L}\\p{N}!#-'*+/=?^-`{|}~-]+(?:\\.[\\p{L}\\p{N}!#-'*+/=?^-`{|}~-]+)*@[\\p{L}\\p{N}-]+(?:\\.[\\p{L}\\p{N}-]+)+$",
} as const;

/** Patterns of earlier versions. */
const earlier: Readonly<Record<string, ShapeName>> = {
  '^(?:\\+?1[ .-]?)?(?:\\(\\d{3}\\)|\\d{3})[ .-]?\\d{3}[ .-]?\\d{4}$': 'phone',
  '^[^@\\s]+@[^@\\s.]+(?:\\.[^@\\s.]+)+$': 'email',
};

type ShapeName = keyof typeof shapes;

export const shapeNames = Object.keys(shapes) as readonly ShapeName[];

/** The named format with this pattern; undefined for a custom one. */
export function shapeOf(pattern: string | undefined): ShapeName | undefined {
  return (
    shapeNames.find((name) => shapes[name] === pattern) ??
    (pattern === undefined ? undefined : earlier[pattern])
  );
}

/** Anchors a typed pattern, as people describe the whole text. */
export function wholePattern(typed: string): string | undefined {
  if (typed === '') return undefined;
  return typed.startsWith('^') && typed.endsWith('$') ? typed : `^(?:${typed})$`;
}

/** Removes the anchors added by `wholePattern`. */
export function typedPattern(pattern: string): string {
  return /^\^\(\?:(.*)\)\$$/su.exec(pattern)?.[1] ?? pattern;
}

/** Whether a text matches; undefined for an invalid pattern. */
export function fits(pattern: string, text: string): boolean | undefined {
  return wrongPattern(pattern) ? undefined : fitsTextPattern(pattern, text);
}
