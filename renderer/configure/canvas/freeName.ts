import type { Change } from '#engine';

/** A name for a block that neither the page nor the draft knows: `<screen>.<start>`, or numbered. */
export function freeName(
  screen: { readonly id: string; readonly blocks: readonly { readonly id: string }[] },
  start: string,
  changes: readonly Change[],
): string {
  const blocks = screen.blocks.map(({ id }) => `${screen.id}.${id}`);
  const known = new Set([...blocks, ...changes.map(({ name }) => name)]);
  for (let number = 1; ; number++) {
    const name = `${screen.id}.${start}${number === 1 ? '' : `-${number}`}`;
    if (!known.has(name)) return name;
  }
}
