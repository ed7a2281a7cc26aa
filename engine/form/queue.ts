/** The queue of pending runs, in dependency order. */

import { fieldPointer } from '../rules/places.ts';
import type { FieldPlan } from '../rules/planTypes.ts';
import { cellAt, placeOf, rowsOf } from './cells.ts';
import type { Cell, FormCore, Queue, Row } from './FormCore.ts';
import type { Node } from './formGraph.ts';

/** An empty queue. */
export function createQueue(): Queue {
  return { waiting: [], count: 0, low: 0, values: new Set(), views: new Set(), lists: new Set() };
}

/** Enqueues one run of a node. */
export function enqueue({ queue }: FormCore, node: Node, row: Row | undefined): void {
  const { order } = node;
  let runs = queue.waiting[order];
  if (!runs) {
    runs = new Set();
    queue.waiting[order] = runs;
  }
  if (runs.has(row)) return;
  runs.add(row);
  queue.count += 1;
  if (order < queue.low) queue.low = order;
}

/** Removes a run from the queue. */
export function cancel({ queue }: FormCore, node: Node, row: Row | undefined): void {
  if (queue.waiting[node.order]?.delete(row)) queue.count -= 1;
}

/** Takes the next run from the queue. */
export function dequeue(core: FormCore): { readonly node: Node; readonly row: Row | undefined } | undefined {
  const { queue, graph } = core;
  if (queue.count === 0) return undefined;
  for (; queue.low < queue.waiting.length; queue.low += 1) {
    const runs = queue.waiting[queue.low];
    if (!runs || runs.size === 0) continue;
    const [row] = runs;
    runs.delete(row);
    queue.count -= 1;
    return { node: graph.nodes[queue.low] as Node, row };
  }
  return undefined;
}

/** Enqueues a node at every place where it runs. */
export function enqueueEverywhere(core: FormCore, node: Node): void {
  if (node.list === undefined) enqueue(core, node, undefined);
  else for (const row of rowsOf(core, node.list)) enqueue(core, node, row);
}

/** Enqueues everything that reads a field, in the affected rows. */
export function enqueueReaders(core: FormCore, pattern: string, row: Row | undefined): void {
  for (const { node, own } of core.graph.dependents(pattern)) {
    const holder = own && node.list !== undefined ? rowWithin(row, node.list) : undefined;
    if (holder) enqueue(core, node, holder);
    else enqueueEverywhere(core, node);
  }
}

function rowWithin(row: Row | undefined, list: string): Row | undefined {
  for (let at = row; at; at = at.list.row) if (at.list.plan.field.path === list) return at;
  return undefined;
}

/** The target cell of a node at a place. */
export function targetCell(core: FormCore, target: FieldPlan, row: Row | undefined): Cell | undefined {
  if (row && target.names.length === 1) return row.cells.get(target.field.name);
  if (!row && target.names.length === 1) return core.content.cells.get(target.field.name);
  return cellAt(core, fieldPointer(placeOf(core, row), target));
}
