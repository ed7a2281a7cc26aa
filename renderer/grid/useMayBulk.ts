import type { GridBlock } from '#engine';
import { useUser } from '../data/App.tsx';
import { allows } from '../data/allows.ts';

/** Whether the person may bulk edit this list. */
export function useMayBulk({ bulk }: GridBlock): boolean {
  const { Features } = useUser();
  return bulk !== undefined && allows(bulk.access, Features);
}
