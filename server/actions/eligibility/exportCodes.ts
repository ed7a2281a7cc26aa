// Code, because a million codes are written as they are read, and no page of them is ever held.
import { refusals } from '../../errors/Refusal.ts';
import { allOf, equals } from '../../operations/filters.ts';
import type { OperationCall } from '../../operations/OperationCall.ts';
import { csvLine } from '../../rows/csvLine.ts';
import type { ScanPlace } from '../../store/types.ts';
import type { Action } from '../Action.ts';
import { FileAnswer } from '../FileAnswer.ts';

/** All codes of a product that count, with their lists. */
export const exportCodes: Action = async (call, { plan, id = '' }) => {
  if (!(await call.runtime.store.get(plan.entity.id, id)))
    throw refusals.noSuchRecord({ params: { entity: plan.entity.title, id } });
  return new FileAnswer(streamOf(linesOf(call, id)), 'EligibilityCodes.csv');
};

const atOnce = 1000;

async function* linesOf({ runtime: { store } }: OperationCall, product: string): AsyncGenerator<string> {
  yield csvLine(['Code', 'List', 'Source']);
  const filter = allOf([equals('ProductId', product), equals('IsActive', true)]);
  const sort = [{ path: 'UploadedDate', direction: 'asc' }] as const;
  const { items: lists } = await store.find({ entity: 'eligibility-code-list', filter, sort });
  for (const { Id, CodeListName, SourceName } of lists) {
    const of = { field: 'EligibilityCodeListId', id: String(Id) };
    let after: ScanPlace | undefined;
    do {
      const piece = await store.scan({ entity: 'eligibility-code', of, after, size: atOnce });
      const codes = piece.items.filter(({ RemovalDate }) => !RemovalDate);
      yield codes.map(({ CodeName }) => csvLine([CodeName, CodeListName, SourceName])).join('');
      after = piece.next;
    } while (after !== undefined);
  }
}

/** A piece is made when the one before has gone. */
function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await pieces.return(undefined)),
  });
}
