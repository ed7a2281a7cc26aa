/** Letters: what waits for the mail server, what was sent, and what was given up. */
import type { DataRecord } from '#engine';
import { Refusal, refusals } from '../errors/Refusal.ts';
import { sendAgain } from '../extensions/system/letters.ts';
import { allWork, type WorkItem, type WorkSource, type WorkState } from '../jobs/WorkSource.ts';
import { letterEntity, letterStates } from '../mail/letters.ts';
import { authorize } from '../operations/authorize.ts';
import { equals } from '../operations/filters.ts';
import { inTransaction, type OperationCall } from '../operations/OperationCall.ts';

const states: Readonly<Record<number, WorkState>> = {
  [letterStates.waiting]: 'due',
  [letterStates.sent]: 'done',
  [letterStates.failed]: 'failed',
  [letterStates.cancelled]: 'cancelled',
};

export const letterWork: WorkSource = {
  id: 'letter',
  needs: [letterEntity],
  records: {
    entity: letterEntity,
    fields: 'To Subject StateId Attempts NextTry SentDate LastError CreatedBy'.split(' '),
    states: {
      due: equals('StateId', letterStates.waiting),
      running: undefined,
      done: equals('StateId', letterStates.sent),
      failed: equals('StateId', letterStates.failed),
      cancelled: equals('StateId', letterStates.cancelled),
    },
    person: 'CreatedBy',
    seen: ({ features }) => (features.has(allWork) ? 'all' : undefined),
    items: async (_call, letters) => letters.map(itemOf),
  },
  verbs: { again: send, now: send, cancel },
};

function itemOf(letter: DataRecord): WorkItem {
  const state = states[Number(letter.StateId)] ?? 'failed';
  return {
    ...{ Id: String(letter.Id), Title: String(letter.Subject), About: String(letter.To), State: state },
    ...{ Person: letter.CreatedBy, Date: letter.CreatedDate, Attempts: letter.Attempts },
    ...{ NextDate: state === 'due' ? letter.NextTry : null, FinishedDate: letter.SentDate },
    ...{ Reason: (letter.LastError as string | null) ?? null, To: '/outbox' },
    Verbs: state === 'failed' ? ['again'] : state === 'due' ? ['now', 'cancel'] : [],
  };
}

async function send(call: OperationCall, id: string): Promise<void> {
  authorize({ kind: 'feature', anyOf: [allWork] }, call.features);
  await sendAgain(call, id);
}

/** The link of a cancelled letter opens nothing any more. */
async function cancel(call: OperationCall, id: string): Promise<void> {
  authorize({ kind: 'feature', anyOf: [allWork] }, call.features);
  await inTransaction(call, async ({ session, changes }) => {
    const letter = await session.get(letterEntity, id);
    if (!letter) throw refusals.noSuchRecord({ params: { entity: 'entity.letter', id } });
    if (letter.StateId !== letterStates.waiting) throw new Refusal('conflict', 'work.moved', {});
    await session.update(letterEntity, id, { StateId: letterStates.cancelled, Link: null });
    changes.push({ entity: letterEntity, id, operation: 'update' });
  });
}
