// Custom code: streams a million codes without holding a page of them.
import { type SheetValue, writeCsv } from '#engine';
import {
  allOf,
  defineAction,
  equals,
  FileAnswer,
  type OperationCall,
  refusals,
  type ScanPlace,
} from '#server/extension';

/** All codes in force of a product, with their lists. */
export const exportCodes = defineAction({
  body: 'none',
  run: async (call, { plan, id = '' }) => {
    if (!(await call.runtime.store.get(plan.entity.id, id)))
      throw refusals.noSuchRecord({ params: { entity: plan.entity.title, id } });
    const columns = ['Code', 'List', 'Source'].map((title) => ({ title, format: 'text' }) as const);
    const content = writeCsv({ name: 'EligibilityCodes', columns, rows: rowsOf(call, id) });
    return new FileAnswer(content, 'EligibilityCodes.csv');
  },
});

const atOnce = 1000;

async function* rowsOf(
  { runtime: { store } }: OperationCall,
  product: string,
): AsyncGenerator<readonly SheetValue[]> {
  const filter = allOf([equals('ProductId', product), equals('IsActive', true)]);
  const sort = [{ path: 'UploadedDate', direction: 'asc' }] as const;
  const { items: lists } = await store.find({ entity: 'eligibility-code-list', filter, sort });
  for (const { Id, CodeListName, SourceName } of lists) {
    const of = { field: 'EligibilityCodeListId', id: String(Id) };
    let after: ScanPlace | undefined;
    do {
      const piece = await store.scan({ entity: 'eligibility-code', of, after, size: atOnce });
      for (const { CodeName, RemovalDate } of piece.items)
        if (!RemovalDate) yield [String(CodeName), String(CodeListName), String(SourceName)];
      after = piece.next;
    } while (after !== undefined);
  }
}
