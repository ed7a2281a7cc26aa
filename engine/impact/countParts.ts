/** Counts how often parts hold: independent parts separately, the others per combination. */
import { joined, type Part } from './parts.ts';
import { impactLimits, TooMany } from './types.ts';
import { choose, createVerdicts, invert, join, meet, type Tally, tallyOf } from './verdicts.ts';

/** `sizes`: the number of points per axis. */
export function countPart(part: Part, sizes: readonly number[]): Tally {
  if (part.kind === 'leaf') return tallyOf(part.table);
  if (part.kind === 'not') {
    const { no, open, yes } = countPart(part.of[0], sizes);
    return { no: yes, open, yes: no };
  }
  if (part.kind === 'if') return tallyOf(expand(part, part.axes, sizes));
  const apart = groupsOf(part.of).map((group): Tally => {
    const [only] = group;
    if (group.length === 1 && only) return countPart(only, sizes);
    const together = joined(part.kind, group);
    return tallyOf(expand(together, together.axes, sizes));
  });
  return part.kind === 'and' ? bothOf(apart) : flipped(bothOf(apart.map(flipped)));
}

const flipped = ({ no, open, yes }: Tally): Tally => ({ no: yes, open, yes: no });

/** The conjunction of independent parts: counts multiply. */
function bothOf(tallies: readonly Tally[]): Tally {
  const timesAll = (count: (tally: Tally) => number) => tallies.reduce((all, one) => all * count(one), 1);
  const yes = timesAll((one) => one.yes);
  const possible = timesAll(({ yes: sure, open }) => sure + open);
  const all = timesAll(({ no, open, yes: sure }) => no + open + sure);
  return { yes, open: possible - yes, no: all - possible };
}

/** Groups of parts that share an axis, directly or through others. */
function groupsOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  let groups: { axes: Set<number>; parts: Part[] }[] = [];
  for (const part of parts) {
    const touched = groups.filter(({ axes }) => part.axes.some((axis) => axes.has(axis)));
    const merged = {
      axes: new Set([...part.axes, ...touched.flatMap(({ axes }) => [...axes])]),
      parts: [...touched.flatMap((one) => one.parts), part],
    };
    groups = [...groups.filter((one) => !touched.includes(one)), merged];
  }
  return groups.map((group) => group.parts);
}

/** The verdict of every combination of the axes; the last axis varies fastest. */
function expand(part: Part, axes: readonly number[], sizes: readonly number[]): Uint8Array {
  if (part.kind === 'leaf') return spread(part, axes, sizes);
  const [into, ...others] = part.of.map((one) => expand(one, axes, sizes));
  const [yes, no] = others;
  if (into && yes && no && part.kind === 'if') choose(into, yes, no);
  else if (into && part.kind === 'not') invert(into);
  else if (into) for (const other of others) (part.kind === 'and' ? meet : join)(into, other);
  return into ?? new Uint8Array();
}

/** Expands a table over few axes to more: repeated values are copied, not computed. */
function spread(
  { axes: own, table }: Extract<Part, { kind: 'leaf' }>,
  axes: readonly number[],
  sizes: readonly number[],
): Uint8Array {
  const lengths = axes.map((axis) => sizes[axis] ?? 1);
  const total = lengths.reduce((size, length) => size * length, 1);
  if (total > impactLimits.combinations) throw new TooMany();
  const out = createVerdicts(total);
  const isOwn = axes.map((axis) => own.includes(axis));
  const last = isOwn.lastIndexOf(true);
  const fill = (
    depth: number,
    row: number,
    at: { readonly offset: number; readonly block: number },
  ): void => {
    const { offset, block } = at;
    if (depth > last) {
      out.fill(table[row] as number, offset, offset + block);
      return;
    }
    const length = lengths[depth] as number;
    const inner = block / length;
    const turns = isOwn[depth] ? length : 1;
    for (let turn = 0; turn < turns; turn += 1)
      fill(depth + 1, isOwn[depth] ? row * length + turn : row, {
        offset: offset + turn * inner,
        block: inner,
      });
    // Doubles the filled part with each copy.
    for (let done = turns * inner; done < block; done *= 2)
      out.copyWithin(offset + done, offset, offset + Math.min(done, block - done));
  };
  fill(0, 0, { offset: 0, block: total });
  return out;
}
