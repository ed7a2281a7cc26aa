/** One model, ready to serve: validators and plans are built here, not per call. */

import type { Model, ModelBundle, Validators } from '#engine';
import type { ExtensionPorts } from '../ports/ExtensionPorts.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/types.ts';
import type { Events } from '../work/events.ts';
import type { Sequences } from './createSequences.ts';
import type { Signer } from './createSigner.ts';
import { planEntities } from './EntityPlan.ts';
import { grantFeatures } from './grantFeatures.ts';
import { linkedStore } from './linked/linkedStore.ts';
import type { Jobs, Releases, Runtime } from './OperationCall.ts';

/** Builds the runtime of a model. Everything that serves calls under this model uses it. */
export function createRuntime(options: {
  readonly model: Model;
  readonly bundle: ModelBundle;
  readonly release: number;
  readonly isInForce: () => boolean;
  readonly releases?: Releases | undefined;
  readonly validators: Validators;
  readonly latest: () => Runtime;
  readonly store: Store;
  readonly ports: Ports & ExtensionPorts;
  readonly zone: string;
  readonly events: Events;
  readonly signer: Signer;
  readonly sequences: Sequences;
  readonly jobs: Jobs;
  readonly opens?: Runtime['opens'];
  readonly printing?: Runtime['printing'];
}): Runtime {
  const { model } = options;
  const plans = planEntities(model);
  const granted = new Map<string, readonly string[]>();
  const runtime: Runtime = {
    ...options,
    store: linkedStore(options.store, () => runtime, model),
    planOf: (id) => {
      const plan = plans.get(id);
      if (!plan) throw new Error(`There is no entity '${id}' in the model.`);
      return plan;
    },
    featuresOf: (roles) => {
      const key = roles.join('\n');
      const features = granted.get(key) ?? grantFeatures(model, roles);
      granted.set(key, features);
      return features;
    },
  };
  return runtime;
}
