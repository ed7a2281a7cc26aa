import { use } from 'react';
import type { Validators } from '#engine';
import { useApp } from './App.tsx';

/** The schema checks, compiled by the server; suspends until they are here. */
export function useValidators(): Validators {
  const validators = useApp().validators();
  return validators instanceof Promise ? use(validators) : validators;
}
