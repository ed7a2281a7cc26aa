/** Reads and writes durations in seconds, as people write them. */

const seconds = { d: 86_400, j: 86_400, h: 3600, m: 60, s: 1 } as const;

const clock = /^(\d{1,7}):([0-5]\d)(?::([0-5]\d))?$/;
const part =
  /(\d{1,10}(?:[.,]\d{1,4})?)\s*(d(?:ays?)?|j(?:ours?)?|h(?:ours?|eures?|rs?)?|min(?:utes?)?|m|s(?:ec(?:onde?s?)?)?)(?![a-z])/y;
const halfHour = /^(\d{1,7})\s*h\s*([0-5]\d)$/;

/**
 * `1:30`, `1 h 30`, `90 min`, `1.5 h`, `2 d 4 h`, `45 s`, optionally negative; undefined without a unit,
 * which is ambiguous.
 */
export function readDuration(text: string): number | undefined {
  const whole = text.normalize('NFKC').replace('\u2212', '-').trim().toLowerCase();
  if (whole.length > 64) return undefined;
  const bare = whole.replace(/^-\s*/, '');
  const value = bare === '0' ? 0 : (readClock(bare) ?? readParts(bare));
  return value === undefined ? undefined : bare === whole ? value : 0 - value;
}

function readClock(text: string): number | undefined {
  const [found, hours, minutes, rest = '0'] = clock.exec(text) ?? halfHour.exec(text) ?? [];
  return found === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
}

/** Each unit at most once, longer ones first. */
function readParts(text: string): number | undefined {
  let total = 0;
  let last = Number.POSITIVE_INFINITY;
  let at = 0;
  while (at < text.length) {
    part.lastIndex = at;
    const [whole, count = '', unit = ''] = part.exec(text) ?? [];
    const size = seconds[unit[0] as keyof typeof seconds];
    if (whole === undefined || size >= last) return undefined;
    total += Number(count.replace(',', '.')) * size;
    last = size;
    at += whole.length;
    while (text[at] === ' ') at += 1;
  }
  return last < Number.POSITIVE_INFINITY && Number.isSafeInteger(total) ? total : undefined;
}

/** `1 h 30 min`, the same in both languages; rounds averages to the second. */
export function writeDuration(value: unknown): string {
  if (typeof value !== 'number') return String(value);
  const all = Math.round(Math.abs(value));
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const parts = [hours && `${hours} h`, minutes && `${minutes} min`, rest && `${rest} s`].filter(Boolean);
  const sign = value < 0 && all > 0 ? '\u2212' : '';
  return parts.length === 0 ? '0 min' : `${sign}${parts.join(' ')}`;
}
