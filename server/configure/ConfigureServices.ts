/** State shared by the calls of the configurator. */
import type { UserContext } from '#engine';
import type { Registry } from '../extensions/compileExtensions.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { operationCall } from '../http/operationCall.ts';
import type { OperationCall, Printing } from '../operations/OperationCall.ts';
import type { AppSettings, ModelHolder } from '../ports/ports.ts';
import { createQueue } from '../store/createQueue.ts';
import { type Candidates, createCandidates } from './createCandidates.ts';

export type ConfigureServices = {
  readonly models: ModelHolder;
  readonly candidates: Candidates;
  /** Serializes publications. */
  readonly publishing: ReturnType<typeof createQueue>;
  /** Serializes changes to one person's draft: each is checked against the result of the previous. */
  readonly drafting: <T>(person: string, work: () => Promise<T>) => Promise<T>;
  /** Computes values for existing records as far as a call may wait; a job does the rest. */
  readonly fill: () => Promise<void>;
  /** Absent in an application whose extensions print nothing. */
  readonly printing: Printing | undefined;
};

/** Creates the services of one app. */
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
    printing: extensions.printing,
    ...more,
  };
}

/** One queue per person, kept while anything waits in it. */
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

/** A call and the services it needs. */
export type At = ConfigureServices & { readonly call: OperationCall; readonly user: UserContext };

export function callAt(services: ConfigureServices, call: ApiCall): At {
  const asked = operationCall(call);
  return { ...services, call: asked, user: asked.user };
}
