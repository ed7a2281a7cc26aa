import type { Extension } from '#renderer';

const found = import.meta.glob<Extension>('../../extensions/*/renderer/index.ts', {
  eager: true,
  import: 'default',
});

/** Every extension of the repository: stories show all there is. */
export const extensions: readonly Extension[] = Object.values(found);
