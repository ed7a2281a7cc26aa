import { useEffect, useState } from 'react';

/** A value once it has been the same for a while: what is typed is not asked for letter by letter. */
export function useSettled<Value>(value: Value, pause = 200): Value {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
