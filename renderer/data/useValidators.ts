import { use } from 'react';
import type { Validators } from '#engine';
import { useApp } from './App.tsx';

/** The schema checks, compiled by the server; suspends until they are here. */
export function useValidators(): Validators {
  const validators = useApp().validators();
  return use(validators instanceof Promise ? validators : here(validators));
}

const known = new WeakMap<Validators, Promise<Validators>>();

/** What is there already, as React knows it: a component that calls `use` in one rendering and not in the next is lost. */
function here(validators: Validators): Promise<Validators> {
  const promise =
    known.get(validators) ??
    Object.assign(Promise.resolve(validators), { status: 'fulfilled', value: validators });
  known.set(validators, promise);
  return promise;
}
