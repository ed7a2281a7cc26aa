/** What the calls of the configurator share. */
import type { UserContext } from '#engine';
import type { Registry } from '../extensions/compileExtensions.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { operationCall } from '../http/operationCall.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import type { AppSettings, ModelHolder } from '../ports/ports.ts';
import { createQueue } from '../store/createQueue.ts';
import { type Candidates, createCandidates } from './createCandidates.ts';

export type ConfigureServices = {
  readonly models: ModelHolder;
  readonly candidates: Candidates;
  /** One publication after the other. */
  readonly publishing: ReturnType<typeof createQueue>;
  /** One change of a person's draft after the other: each is judged with what the one before has left. */
  readonly drafting: <T>(person: string, work: () => Promise<T>) => Promise<T>;
  /** Computes new values for the records of before, as far as a call may wait; the rest follows. */
  readonly fill: () => Promise<void>;
};

/** One for each app. */
export function createConfigureServices(
  models: ModelHolder,
  extensions: Registry,
  { compiledDrafts }: Pick<AppSettings, 'compiledDrafts'>,
  more: Pick<ConfigureServices, 'fill' | 'publishing'>,
): ConfigureServices {
  return {
    models,
    candidates: createCandidates({ ...models, extensions }, compiledDrafts),
    drafting: createQueues(),
    ...more,
  };
}

/** A queue a person, for as long as anything waits in it. */
function createQueues(): ConfigureServices['drafting'] {
  const queues = new Map<string, { readonly run: ReturnType<typeof createQueue>; waiting: number }>();
  return async (person, work) => {
    const queue = queues.get(person) ?? { run: createQueue(), waiting: 0 };
    queues.set(person, queue);
    queue.waiting++;
    try {
      return await queue.run(work);
    } finally {
      queue.waiting--;
      if (queue.waiting === 0) queues.delete(person);
    }
  };
}

/** A call, and the services it is made in. */
export type At = ConfigureServices & { readonly call: OperationCall; readonly user: UserContext };

export function callAt(services: ConfigureServices, call: ApiCall): At {
  const asked = operationCall(call);
  return { ...services, call: asked, user: asked.user };
}
