import { useEffect, useState } from 'react';

/** The value of a promise, undefined until then; throws a rejection to the error boundary. */
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
