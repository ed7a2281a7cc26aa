import type { AutomationModel } from '#engine';

/** A short digest of what an automation says, to notice that another release changed it under a run that waits. */
export function saidOf({ said }: AutomationModel): string {
  let [one, other] = [0x811c9dc5, 0x1000193];
  for (let at = 0; at < said.length; at += 1) {
    const code = said.charCodeAt(at);
    one = Math.imul(one ^ code, 16_777_619);
    other = Math.imul(other + code, 2_654_435_761) ^ (other >>> 13);
  }
  return `${said.length}-${(one >>> 0).toString(16)}-${(other >>> 0).toString(16)}`;
}
