/** What is counted from records of several entities is asked again when one of them changes: once for many changes. */
import type { QueryClient } from '@tanstack/react-query';

const wait = 400;
const waiting = new WeakMap<QueryClient, Set<string>>();

/** An answer that is made of rows says of which entities: `Entities`. Its query's key begins with `panel`. */
export function askAgainForRows(client: QueryClient, entity: string): void {
  const known = waiting.get(client);
  if (known) {
    known.add(entity);
    return;
  }
  const changed = new Set([entity]);
  waiting.set(client, changed);
  setTimeout(() => {
    waiting.delete(client);
    void client.invalidateQueries({
      predicate: ({ queryKey, state }) =>
        queryKey[0] === 'panel' && entitiesOf(state.data).some((one) => changed.has(one)),
    });
  }, wait);
}

const entitiesOf = (data: unknown): readonly string[] =>
  (data as { readonly Entities?: readonly string[] } | undefined)?.Entities ?? [];
