import { type Compilation, createBundle, type DeclarationSet, type Model } from '#engine';
import type { InForce, ModelHolder } from './ports/ports.ts';

type Compiled = Pick<Compilation, 'model' | 'trees'>;

/** Holds compiled declarations; `replace` puts others in force for everyone at once. */
export function createModelHolder(
  shipped: DeclarationSet,
  compilation: Compiled,
  starting?: InForce,
): ModelHolder {
  const asShipped: InForce = { set: shipped, compilation, release: 0, changes: [] };
  let held = heldOf(starting ?? asShipped);
  const preparers = new Set<Parameters<ModelHolder['onPrepare']>[0]>();
  const listeners = new Set<(model: Model) => void>();
  const prepare = (next: InForce): (() => void) => {
    const coming = heldOf(next);
    const steps = [...preparers].map((preparer) => preparer(coming));
    return () => {
      held = coming;
      for (const step of steps) step();
      for (const listener of listeners) listener(held.model);
    };
  };
  return {
    shipped: () => shipped,
    asShipped: () => asShipped,
    inForce: () => held.inForce,
    current: () => held.model,
    bundle: () => held.bundle,
    onPrepare: (preparer) => subscribe(preparers, preparer),
    onChange: (listener) => subscribe(listeners, listener),
    prepare,
    replace: (set, next) => prepare({ ...held.inForce, set, compilation: next })(),
  };
}

function heldOf(inForce: InForce) {
  const { set, compilation } = inForce;
  return { inForce, model: compilation.model, bundle: createBundle(set, compilation) };
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
