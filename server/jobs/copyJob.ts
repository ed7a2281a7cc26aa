/**
 * Copies many records in pieces: their owner is marked as unfilled in the copy, and shown when all are there.
 */
import type { DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { CopyInput } from '../operations/copyInput.ts';
import { recordChanges } from '../operations/recordChanges.ts';
import { createTurn } from '../rows/createTurn.ts';
import { takeBack } from '../rows/takeBack.ts';
import type { StoreSession } from '../store/types.ts';
import { JobCancelled, type JobKind, type JobTools } from './Job.ts';

export const copyJob: JobKind = {
  // The store copies between existing tables, which no release can break.
  writes: () => [],
  run: async ({ call, input, ...work }) => {
    const { store, ports, events } = call.runtime;
    const changes = (input as CopyInput).waiting.map(({ entity, id }) => ({ entity, id, operation: 'copy' }));
    // In the transaction that shows the copy, so that the feed of changes names it exactly once.
    const complete: JobTools['complete'] = async (session, done) => {
      await work.complete(session, done);
      await recordChanges(call, session, changes);
    };
    const result = await fillOrSay({ ...work, store, ports, complete }, input as CopyInput);
    for (const change of changes) events.announce('recordChanged', change);
    return result;
  },
  resume: async (tools, input) => void (await fillOrSay(tools, input as CopyInput)),
  undo: async ({ store, yieldTurn }, input) => {
    for (const { entity, id, many } of (input as CopyInput).waiting)
      await takeBack(store, { entity, id, many, yieldTurn });
  },
};

/** Failures name what the copy lacks. */
async function fillOrSay(tools: JobTools, input: CopyInput): Promise<DataRecord> {
  try {
    return await fill(tools, input);
  } catch (error) {
    if (error instanceof JobCancelled) throw error;
    tools.ports.log.error({ err: error }, 'copy not filled');
    throw refusals.copyBroken({ params: { names: input.waiting.map(({ name }) => name) }, cause: error });
  }
}

/** Copies what remains, each piece in a transaction with its progress, then shows everything at once. */
async function fill({ store, ports, ...tools }: JobTools, input: CopyInput): Promise<DataRecord> {
  const { keep, complete, report, yieldTurn } = tools;
  const turn = createTurn();
  let left = input;
  while (left.remaining.length > 0) {
    const since = performance.now();
    const before = left.done;
    left = await store.transaction(async (session) => {
      const next = await copyNext(session, { left, size: turn.size(), newId: ports.newId });
      await keep(session, next);
      return next;
    });
    turn.took(left.done - before, performance.now() - since);
    // The total is not counted: that would block others longer than copying does.
    report({ done: left.done });
    await yieldTurn();
  }
  const result = { RowCount: left.done };
  await store.transaction(async (session) => {
    for (const { entity, id, shown } of left.waiting) await session.update(entity, id, shown);
    await complete(session, result);
  });
  return result;
}

type Piece = { readonly left: CopyInput; readonly size: number; readonly newId: () => string };

/** The input that remains after the next piece. */
async function copyNext(session: StoreSession, { left, size, newId }: Piece): Promise<CopyInput> {
  const [first, ...others] = left.remaining;
  if (!first) return left;
  const { count, next } = await session.copyMany({ ...first, size, newId });
  const remaining = next === undefined ? others : [{ ...first, after: next }, ...others];
  return { ...left, remaining, done: left.done + count };
}
