import type { Part } from './parts.ts';
import { impactLimits, TooMany } from './types.ts';
import { createVerdicts } from './verdicts.ts';

/** A table over few axes laid out over many: what does not differ is copied, not computed. */
export function spread(
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
    // Each copy doubles what is there.
    for (let done = turns * inner; done < block; done *= 2)
      out.copyWithin(offset + done, offset, offset + Math.min(done, block - done));
  };
  fill(0, 0, { offset: 0, block: total });
  return out;
}
