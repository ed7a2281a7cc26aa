/** What a column of a grid asks for; pixels. */
export type WidthNeed = {
  /** As declared, or by its kind. */
  readonly wanted: number;
  /** Narrower than this it says nothing: its title, a whole date, the longest word of its list. */
  readonly least: number;
  /** Values of any length: may shrink, and grow. */
  readonly isText: boolean;
};

/** A name is told from its neighbours by about so much of it. */
const leastName = 184;

/** Less of any other text says nothing. */
const leastText = 72;

/** How much more than it asked for a text beside the name gets, before the name takes the rest. */
const growth = 1.3;

/**
 * The widths of columns in so much room. The first column of text names the record: it never shrinks below what can be
 * read, and what nobody else needs is its own. When room is short the texts shrink first, then all that is wider than
 * it must be; the rest has to be scrolled to.
 */
export function shareWidth(needs: readonly WidthNeed[], room: number): readonly number[] {
  const name = needs.findIndex(({ isText }) => isText);
  const least = needs.map((need, index) => {
    if (!need.isText) return need.least;
    return Math.max(need.least, index === name ? leastName : leastText);
  });
  const wanted = needs.map((need, index) => Math.max(need.wanted, least[index] as number));
  if (room <= 0) return wanted;
  const missing = sum(wanted) - room;
  if (missing <= 0) return grown(needs, wanted, { name, spare: -missing });
  const texts = shrunk(wanted, { least, by: missing, may: (index) => needs[index]?.isText === true });
  return shrunk(texts, { least, by: sum(texts) - room, may: () => true });
}

type Growing = { readonly name: number; readonly spare: number };

function grown(needs: readonly WidthNeed[], wanted: readonly number[], { name, spare }: Growing) {
  const others = wanted.map((width, index) => {
    return needs[index]?.isText && index !== name ? width * (growth - 1) : 0;
  });
  const scale = Math.min(1, spare / (sum(others) || 1));
  const widths = wanted.map((width, index) => width + (others[index] as number) * scale);
  const rest = spare - sum(others) * scale;
  return widths.map((width, index) => (index === name ? width + rest : width));
}

type Shrinking = {
  readonly least: readonly number[];
  readonly by: number;
  readonly may: (index: number) => boolean;
};

/** Each gives in proportion to what it can spare, so that none falls below its least. */
function shrunk(widths: readonly number[], { least, by, may }: Shrinking): readonly number[] {
  if (by <= 0) return widths;
  const spare = widths.map((width, index) => (may(index) ? width - (least[index] as number) : 0));
  const part = Math.min(1, by / (sum(spare) || 1));
  return widths.map((width, index) => width - (spare[index] as number) * part);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
