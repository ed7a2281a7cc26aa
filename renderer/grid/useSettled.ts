import { useEffect, useState } from 'react';

/** A debounced value, for typed text. `pause` in milliseconds. */
export function useSettled<Value>(value: Value, pause = 200): Value {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
