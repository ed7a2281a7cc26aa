/** Forms a text may have that people know by name, and patterns as a person types them. */
import { fitsTextPattern, wrongPattern } from '#engine';

/** Their sentences are the messages `configure.shape.<name>.says`. */
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

/** Patterns under which they were declared earlier. */
const earlier: Readonly<Record<string, ShapeName>> = {
  '^(?:\\+?1[ .-]?)?(?:\\(\\d{3}\\)|\\d{3})[ .-]?\\d{3}[ .-]?\\d{4}$': 'phone',
  '^[^@\\s]+@[^@\\s.]+(?:\\.[^@\\s.]+)+$': 'email',
};

type ShapeName = keyof typeof shapes;

export const shapeNames = Object.keys(shapes) as readonly ShapeName[];

/** The form whose pattern this is; undefined for one of somebody's own. */
export function shapeOf(pattern: string | undefined): ShapeName | undefined {
  return (
    shapeNames.find((name) => shapes[name] === pattern) ??
    (pattern === undefined ? undefined : earlier[pattern])
  );
}

/** People describe the whole text: what is stored says so. */
export function wholePattern(typed: string): string | undefined {
  if (typed === '') return undefined;
  return typed.startsWith('^') && typed.endsWith('$') ? typed : `^(?:${typed})$`;
}

/** The same without what was put around it. */
export function typedPattern(pattern: string): string {
  return /^\^\(\?:(.*)\)\$$/su.exec(pattern)?.[1] ?? pattern;
}

/** Whether a text fits; undefined where nothing can be said. */
export function fits(pattern: string, text: string): boolean | undefined {
  return wrongPattern(pattern) ? undefined : fitsTextPattern(pattern, text);
}
