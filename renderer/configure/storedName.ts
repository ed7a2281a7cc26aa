/** Derives stored names from titles. */
import { capital } from './capital.ts';

/** « Inspection fee (net) » → `InspectionFeeNet`; letters and digits only, a letter first. */
export function pascalName(title: string): string {
  const letters = plainWords(title)
    .join(' ')
    .replace(/^[\d ]+/, '');
  const words = letters.split(' ').map(capital);
  return words.join('').slice(0, 64);
}

/** « Loaner vehicle » → `loaner-vehicle`. */
export function kebabName(title: string): string {
  const words = plainWords(title).map((word) => word.toLowerCase());
  return words
    .join('-')
    .replace(/^[\d-]+/, '')
    .slice(0, 64);
}

function plainWords(title: string): readonly string[] {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '');
  return plain.split(/[^A-Za-z0-9]+/).filter(Boolean);
}
