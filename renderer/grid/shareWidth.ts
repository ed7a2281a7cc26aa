/** What a column of a grid asks for; pixels. */
export type WidthNeed = {
  /** As declared, or by its kind; no more than it holds. */
  readonly wanted: number;
  /** What shows all that it holds; absent: not known. */
  readonly most?: number;
  /** Narrower than this it says nothing: its title, a whole date, the longest word of its list. */
  readonly least: number;
  /** Values of any length: may shrink, and grow. */
  readonly isText: boolean;
  /** What stands before the value in its cell, in all of the above. */
  readonly lead?: number;
};

/** A name is told from its neighbours by about so much of it. */
const leastName = 184;

/** So much more of the name is kept than of other texts. */
const nameWeight = 1.5;

/** Less of any other text says nothing, unless it is shorter. */
const leastText = 96;

/** How much more than it asked for a text beside the name gets, before the name takes the rest. */
const growth = 1.3;

/**
 * The widths of columns in so much room. The first column of text names the record: it never shrinks below what can be
 * read, and what nobody else needs is its own. When room is short the texts shrink first, the widest of them before the
 * others, then all that is wider than it must be; the rest has to be scrolled to.
 */
export function shareWidth(needs: readonly WidthNeed[], room: number): readonly number[] {
  const name = needs.findIndex(({ isText }) => isText);
  const least = needs.map((need, index) => {
    if (!need.isText) return need.least;
    return Math.max(
      need.least,
      index === name ? leastName + (need.lead ?? 0) : Math.min(leastText, need.most ?? leastText),
    );
  });
  const wanted = needs.map((need, index) => Math.max(need.wanted, least[index] as number));
  if (room <= 0) return wanted;
  const missing = sum(wanted) - room;
  if (missing <= 0) return grown(needs, wanted, { name, spare: -missing });
  const texts = levelled(wanted, {
    least,
    by: missing,
    weights: needs.map(({ isText }, index) => (isText ? (index === name ? nameWeight : 1) : 0)),
  });
  return shrunk(texts, { least, by: sum(texts) - room });
}

type Growing = { readonly name: number; readonly spare: number };

function grown(needs: readonly WidthNeed[], wanted: readonly number[], { name, spare }: Growing) {
  const others = wanted.map((width, index) => {
    const { isText, most = isText ? Number.POSITIVE_INFINITY : width } = needs[index] as WidthNeed;
    if (index === name) return 0;
    // A code that is wider than was declared is shown whole where there is room.
    return Math.max(0, (isText ? Math.min(width * growth, most) : most) - width);
  });
  const scale = Math.min(1, spare / (sum(others) || 1));
  const widths = wanted.map((width, index) => width + (others[index] as number) * scale);
  const rest = spare - sum(others) * scale;
  return widths.map((width, index) => (index === name ? width + rest : width));
}

type Shrinking = { readonly least: readonly number[]; readonly by: number };

/** None is wider than its weight of a level, which sinks until there is room; none falls below its least. Without weight it stays. */
function levelled(
  widths: readonly number[],
  { least, by, weights }: Shrinking & { readonly weights: readonly number[] },
): readonly number[] {
  const at = (level: number) =>
    widths.map((width, index) => {
      const weight = weights[index] as number;
      return weight > 0 ? Math.min(width, Math.max(level * weight, least[index] as number)) : width;
    });
  let [low, high] = [0, Math.max(0, ...widths)];
  const wanted = sum(widths) - by;
  for (let step = 0; step < 40; step += 1) {
    const level = (low + high) / 2;
    if (sum(at(level)) > wanted) high = level;
    else low = level;
  }
  return at(low);
}

/** Each gives in proportion to what it can spare, so that none falls below its least. */
function shrunk(widths: readonly number[], { least, by }: Shrinking): readonly number[] {
  if (by <= 0) return widths;
  const spare = widths.map((width, index) => width - (least[index] as number));
  const part = Math.min(1, by / (sum(spare) || 1));
  return widths.map((width, index) => width - (spare[index] as number) * part);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
