import { use } from 'react';
import type { Validators } from '#engine';
import { useApp } from './App.tsx';

/** The schema checks compiled by the server; suspends while loading. */
export function useValidators(): Validators {
  const validators = useApp().validators();
  return use(validators instanceof Promise ? validators : here(validators));
}

const known = new WeakMap<Validators, Promise<Validators>>();

/** A resolved promise in React's own form: a component must not call `use` in only some renders. */
function here(validators: Validators): Promise<Validators> {
  const promise =
    known.get(validators) ??
    Object.assign(Promise.resolve(validators), { status: 'fulfilled', value: validators });
  known.set(validators, promise);
  return promise;
}
