/** Whether a person may be notified of a record: the same checks as a read, before each broadcast. */
import { isAllowed } from './authorize.ts';
import type { Runtime } from './OperationCall.ts';
import { runtimeFor } from './rowAccess.ts';
import { type Person, seesEvery } from './rowLimits.ts';

export type About = { readonly entity: string; readonly id: string };

type Hearer = Person;

/** `unseen`: the person may view the entity, but not (or no longer) this record. */
export async function mayHear(
  runtime: Runtime,
  { entity, id }: About,
  hearer: Hearer,
): Promise<'yes' | 'unseen' | 'no'> {
  const found = runtime.model.entities.get(entity);
  if (!found || !isAllowed(found.policy.view, hearer.features)) return 'no';
  if (seesEvery(runtime.model, entity, hearer)) return 'yes';
  return (await asSeenBy(runtime, hearer).store.get(entity, id)) ? 'yes' : 'unseen';
}

const known = new WeakMap<Hearer, { readonly of: Runtime; readonly seen: Runtime }>();

/** Built once per login, not once per message. */
function asSeenBy(runtime: Runtime, hearer: Hearer): Runtime {
  const found = known.get(hearer);
  if (found?.of === runtime) return found.seen;
  const seen = runtimeFor(runtime, hearer);
  known.set(hearer, { of: runtime, seen });
  return seen;
}
