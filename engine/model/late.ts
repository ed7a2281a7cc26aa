/** What is worked out when it is first read: a browser opens one screen, and compiles what stands on it. */

/** An object some of whose members are worked out together, when one of them is first read. */
export function withLate<Now extends object, Late extends object>(
  now: Now,
  names: readonly (keyof Late)[],
  work: () => Late,
): Now & Late {
  let done: Late | undefined;
  const whole = { ...now } as Now & Late;
  for (const name of names)
    Object.defineProperty(whole, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        done ??= work();
        return done[name];
      },
    });
  return whole;
}
