/** Long enough that pausing costs little, short enough that nobody notices. */
const turn = 12;

/** Resolves at once while its turn lasts, and otherwise after everybody who waits has had theirs. */
export function createBreath(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < turn) return;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  };
}
