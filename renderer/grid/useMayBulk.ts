import type { GridBlock } from '#engine';
import { useUser } from '../data/App.tsx';
import { allows } from '../data/allows.ts';

/** Whether the person may change many rows of a list at once: who may change one. */
export function useMayBulk({ bulk }: GridBlock): boolean {
  const { Features } = useUser();
  return bulk !== undefined && allows(bulk.access, Features);
}
