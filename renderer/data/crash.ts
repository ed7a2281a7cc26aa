/** Tells an unmount after a crash from leaving a page: after a crash, typed input is kept. */
let failedAt = Number.NEGATIVE_INFINITY;

/** How long unmounting after a crash may take, in milliseconds. */
const takesAtMost = 2000;

/** Call while the error view renders; the crashed parts unmount after that. */
export function noteCrash(): void {
  failedAt = performance.now();
}

export function isCrashing(): boolean {
  return performance.now() - failedAt < takesAtMost;
}
