import { type Compilation, createBundle, type DeclarationSet, type Model } from '#engine';
import type { ModelHolder } from './ports.ts';

/** A holder of compiled declarations; `replace` puts others in force at once, for everyone. */
export function createModelHolder(
  set: DeclarationSet,
  compilation: Pick<Compilation, 'model' | 'trees'>,
): ModelHolder & {
  readonly replace: (set: DeclarationSet, compilation: Pick<Compilation, 'model' | 'trees'>) => void;
} {
  let held = { model: compilation.model, bundle: createBundle(set, compilation) };
  const listeners = new Set<(model: Model) => void>();
  return {
    current: () => held.model,
    bundle: () => held.bundle,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    replace: (nextSet, next) => {
      held = { model: next.model, bundle: createBundle(nextSet, next) };
      for (const listener of listeners) listener(held.model);
    },
  };
}
