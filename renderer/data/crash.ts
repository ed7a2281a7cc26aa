/** Whether a part goes away because something failed, not because a person left it: what they typed is kept then. */
let failedAt = Number.NEGATIVE_INFINITY;

/** How long what stood around a failure may take to go away, in milliseconds. */
const takesAtMost = 2000;

/** To be called while the failure is drawn: whatever it replaces goes away after that. */
export function noteCrash(): void {
  failedAt = performance.now();
}

export function isCrashing(): boolean {
  return performance.now() - failedAt < takesAtMost;
}
