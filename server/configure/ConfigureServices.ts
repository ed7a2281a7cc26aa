/** What the calls of the configurator share. */
import type { UserContext } from '#engine';
import type { ApiCall } from '../http/ApiCall.ts';
import { operationCall } from '../http/operationCall.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import type { ModelHolder } from '../ports/ports.ts';
import { createQueue } from '../store/createQueue.ts';
import { type Candidates, createCandidates } from './createCandidates.ts';

export type ConfigureServices = {
  readonly models: ModelHolder;
  readonly candidates: Candidates;
  /** One publication after the other. */
  readonly publishing: ReturnType<typeof createQueue>;
};

/** One for each app. */
export function createConfigureServices(models: ModelHolder): ConfigureServices {
  return { models, candidates: createCandidates(models), publishing: createQueue() };
}

/** A call, and the services it is made in. */
export type At = ConfigureServices & { readonly call: OperationCall; readonly user: UserContext };

export function callAt(services: ConfigureServices, call: ApiCall): At {
  const asked = operationCall(call);
  return { ...services, call: asked, user: asked.user };
}
