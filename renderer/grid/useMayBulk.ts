import type { GridBlock } from '#engine';
import { useModel, useUser } from '../data/App.tsx';
import { allows } from '../data/allows.ts';

/** Whether the person may change many rows of a list at once: who may change one. */
export function useMayBulk({ bulk, entity }: GridBlock): boolean {
  const model = useModel();
  const { Features } = useUser();
  const route = model.routes.find(({ method, path }) => `${method} ${path}` === bulk?.save);
  return route !== undefined && allows(route.access ?? model.entities.get(entity)?.policy.update, Features);
}
