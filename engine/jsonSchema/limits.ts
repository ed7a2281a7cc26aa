/** Limits of a schema as limits of a field; those that cannot hold are noted. */
import { wrongPattern } from '../overlay/checkLimits.ts';
import { hasSetting } from '../overlay/fieldTypes.ts';
import type { FieldChange, FieldType } from '../overlay/types.ts';
import type { Notes } from './createNotes.ts';
import { below } from './pointers.ts';
import type { Bag } from './types.ts';

type Limits = Partial<FieldChange>;

export function decimalsOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 0;
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
}

/** `minimum` and `maximum`; exclusive ones are moved by the smallest step. */
export function valueLimits({ words, at }: Bag, scale: number, notes: Notes): Limits {
  const step = 10 ** -scale;
  const bound = (word: 'minimum' | 'maximum', exclusive: string, sign: 1 | -1): number | undefined => {
    const [plain, moved] = [words.get(word), words.get(exclusive)];
    const open = moved === true ? plain : moved;
    const value = typeof open === 'number' ? rounded(open + sign * step, scale) : plain;
    if (value === undefined || moved === false) return usable(plain, word);
    return usable(value, word);
  };
  const usable = (value: unknown, word: string): number | undefined => {
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Math.abs(value) <= largest && decimalsOf(value) <= scale) return value;
    notes.note(below(at, word), 'limits');
    return undefined;
  };
  const minimum = bound('minimum', 'exclusiveMinimum', 1);
  const maximum = bound('maximum', 'exclusiveMaximum', -1);
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
    notes.note(below(at, 'minimum'), 'limits');
    return {};
  }
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

/** Beyond it, numbers lose their decimals. */
const largest = 1e12;

const rounded = (value: number, scale: number): number => Number(value.toFixed(scale));

const longest = 100_000;

/** Lengths and pattern, as far as the type has them. */
export function textWithLimits({ words, at }: Bag, type: FieldType, notes: Notes): Limits {
  const limits: Record<string, unknown> = {};
  for (const word of ['minLength', 'maxLength'] as const) {
    const value = words.get(word);
    if (value === undefined) continue;
    const isLength =
      typeof value === 'number' && Number.isInteger(value) && value >= (word === 'maxLength' ? 1 : 0);
    if (isLength && hasSetting(type, word)) limits[word] = Math.min(value, longest);
    else notes.note(below(at, word), 'keyword', { word });
  }
  const { minLength = 0, maxLength = 256 } = limits as { minLength?: number; maxLength?: number };
  if (minLength > maxLength) {
    if (limits.maxLength === undefined) limits.maxLength = minLength;
    else {
      notes.note(below(at, 'minLength'), 'limits');
      delete limits.minLength;
    }
  }
  return { ...limits, ...patternOf({ words, at }, type, notes) } as Limits;
}

function patternOf({ words, at }: Pick<Bag, 'words' | 'at'>, type: FieldType, notes: Notes): Limits {
  const pattern = words.get('pattern');
  if (pattern === undefined) return {};
  const place = below(at, 'pattern');
  const isUsable = typeof pattern === 'string' && pattern !== '' && pattern.length <= 1000;
  if (!isUsable || !hasSetting(type, 'pattern') || wrongPattern(pattern) !== undefined) {
    notes.note(place, 'pattern');
    return {};
  }
  const said = [words.get('patternErrorMessage'), words.get('errorMessage')].find(
    (one): one is string => typeof one === 'string' && one.trim() !== '',
  );
  const shape = said?.slice(0, 2000);
  return { pattern, ...(shape && { shape: { 'en-CA': shape, 'fr-CA': shape } }) };
}
