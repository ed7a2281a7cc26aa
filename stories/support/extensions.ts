import type { Extension } from '#renderer';

const found = import.meta.glob<Extension>('../../extensions/*/renderer/index.ts', {
  eager: true,
  import: 'default',
});

/** All extensions of the repository. */
export const extensions: readonly Extension[] = Object.values(found);
