/** Width needs of a column, in pixels. */
export type WidthNeed = {
  /** The declared width, or the default of its kind; at most its content. */
  readonly wanted: number;
  /** The width of its content; absent if unknown. */
  readonly most?: number;
  /** The narrowest useful width: its title, a whole date, the longest word of its lookup. */
  readonly least: number;
  /** Free text, which may shrink and grow. */
  readonly isText: boolean;
  /** Width before the value in the cell, included in all of the above. */
  readonly lead?: number;
};

/** Least width at which names can be told apart. */
const leastName = 184;

/** The name keeps this much more width than other texts. */
const nameWeight = 1.5;

/** Least width of other texts, unless their content is narrower. */
const leastText = 96;

/** Factor by which other texts may grow before the name takes the rest. */
const growth = 1.3;

/**
 * Distributes the room among columns; pixels. The first text column is the name: it stays readable and takes
 * spare room. If room is short, texts shrink first, the widest before the others, then all other columns down
 * to their least width; beyond that the table scrolls.
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
    // Show a code wider than declared in full, if there is room.
    return Math.max(0, (isText ? Math.min(width * growth, most) : most) - width);
  });
  const scale = Math.min(1, spare / (sum(others) || 1));
  const widths = wanted.map((width, index) => width + (others[index] as number) * scale);
  const rest = spare - sum(others) * scale;
  return widths.map((width, index) => (index === name ? width + rest : width));
}

type Shrinking = { readonly least: readonly number[]; readonly by: number };

/**
 * Lowers a common level until the widths fit. Each width is capped at level × weight, but not below its
 * least; weight 0 stays.
 */
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

/** Shrinks each in proportion to its spare width, so that none falls below its least. */
function shrunk(widths: readonly number[], { least, by }: Shrinking): readonly number[] {
  if (by <= 0) return widths;
  const spare = widths.map((width, index) => width - (least[index] as number));
  const part = Math.min(1, by / (sum(spare) || 1));
  return widths.map((width, index) => width - (spare[index] as number) * part);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
