import { useEffect, useState } from 'react';

/** What a promise resolved to, undefined before; throws what it was rejected with, for the boundary around. */
export function useArrived<Value>(promise: Promise<Value>): Value | undefined {
  const [arrived, arrive] = useState<{ readonly value: Value } | { readonly error: unknown }>();
  useEffect(() => {
    promise.then(
      (value) => arrive({ value }),
      (error: unknown) => arrive({ error }),
    );
  }, [promise]);
  if (arrived && 'error' in arrived) throw arrived.error;
  return arrived?.value;
}
