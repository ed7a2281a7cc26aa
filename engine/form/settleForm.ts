/** Runs what waits until nothing does. */
import type { FormCore } from './FormCore.ts';
import { dequeue } from './queue.ts';
import { runNode, runOwn } from './runNode.ts';

/** Settles the form. Rules that chase each other in a circle are stopped rather than hanging the page. */
export function settleForm(core: FormCore): void {
  const { queue, graph } = core;
  let left = 10_000 + queue.count * 10;
  queue.low = 0;
  while (left > 0 && (queue.count > 0 || queue.values.size > 0)) {
    left -= 1;
    if (queue.values.size > 0 && (queue.count === 0 || nextIsCheck(core, graph.firstCheck))) runValues(core);
    const next = dequeue(core);
    if (next) runNode(core, next.node, next.row);
  }
}

function nextIsCheck({ queue }: FormCore, firstCheck: number): boolean {
  for (; queue.low < firstCheck; queue.low += 1) if ((queue.waiting[queue.low]?.size ?? 0) > 0) return false;
  return true;
}

function runValues(core: FormCore): void {
  const cells = [...core.queue.values];
  core.queue.values.clear();
  for (const cell of cells) runOwn(core, cell);
}
