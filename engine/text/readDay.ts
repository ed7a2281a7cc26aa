/** Parses dates as people write them, in fields and pasted cells. */

/** Why a text is not a date: unreadable or ambiguous. */
type DayProblem = 'unreadable' | 'doubtful';

type TypedDay =
  | { readonly day: string; readonly problem?: undefined }
  | { readonly day?: undefined; readonly problem: DayProblem };

/**
 * Accepts `2026-03-01`, `2026/3/1`, `20260301`, `1 mars 2026`, `March 1, 2026`, and `31/12/2026` if only one
 * part can be the month. Returns `YYYY-MM-DD`, or a problem if ambiguous.
 */
export function readTypedDay(text: string): TypedDay {
  const bare = text.trim();
  if (bare.length > longest) return { problem: 'unreadable' };
  const iso = /^(\d{4})[-/. ]?(\d{1,2})[-/. ]?(\d{1,2})$/.exec(bare);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(bare);
  if (numbers) return fromNumbers(numbers);
  const before = /^(\d{1,2})(?:er)?[\s-]+(\p{L}+)\.?[\s,-]+(\d{4})$/u.exec(bare);
  if (before) return dayOf(before[3], monthNamed(before[2]), before[1]);
  const behind = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?\s*,?\s+(\d{4})$/u.exec(bare);
  if (behind) return dayOf(behind[3], monthNamed(behind[1]), behind[2]);
  return { problem: 'unreadable' };
}

const longest = 40;

/** `31/12/2026` and `12/31/2026` are the same day; `03/04/2026` is ambiguous. */
function fromNumbers([, one = '', two = '', year = '']: readonly string[]): TypedDay {
  if (one === two || Number(one) > 12) return dayOf(year, two, one);
  return Number(two) > 12 ? dayOf(year, one, two) : { problem: 'doubtful' };
}

function dayOf(year = '', month: string | undefined = '', day = ''): TypedDay {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
  return exists ? { day: iso } : { problem: 'unreadable' };
}

/** Month names by their first letters, in both languages, without accents. */
const months = [
  ['jan'],
  ['feb', 'fev'],
  ['mar'],
  ['apr', 'avr'],
  ['may', 'mai'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'aou'],
  ['sep'],
  ['oct'],
  ['nov'],
  ['dec'],
] as const;

const wholeNames = [
  'january february march april may june july august september october november december',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
].map((names) => names.split(' '));

/** The number of a month by name or prefix. */
function monthNamed(name = ''): string | undefined {
  const plain = name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
  const at = months.findIndex(
    (starts, index) =>
      starts.some((start) => plain.startsWith(start)) &&
      wholeNames.some((names) => names[index]?.startsWith(plain)),
  );
  return at < 0 ? undefined : String(at + 1);
}
