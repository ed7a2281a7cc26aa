// Custom code: streams a million codes without holding a page of them.
import { type SheetValue, writeCsv } from '#engine';
import {
  allOf,
  defineAction,
  equals,
  FileAnswer,
  type OperationCall,
  type ScanPlace,
} from '#server/extension';
import { providerOf } from './providerOf.ts';

/** All plan codes of a provider in the upload format; only headings when there are none. */
export const downloadPlanCodes = defineAction({
  body: 'none',
  run: async (call, { params }) => {
    const provider = providerOf(call, params);
    const columns = ['Plan Code', 'Description'].map((title) => ({ title, format: 'text' }) as const);
    const content = writeCsv({ name: 'PlanCodes', columns, rows: rowsOf(call, provider) });
    return new FileAnswer(content, `PlanCodes-${provider}.csv`);
  },
});

const atOnce = 1000;

async function* rowsOf(
  { runtime: { store } }: OperationCall,
  provider: string,
): AsyncGenerator<readonly SheetValue[]> {
  const sort = [{ path: 'UploadDate', direction: 'asc' }] as const;
  const filter = allOf([equals('Provider', provider)]);
  const { items } = await store.find({ entity: 'plan-code-file', filter, sort });
  // A file without a date is still being imported.
  for (const { Id } of items.filter(({ UploadDate }) => UploadDate)) {
    const of = { field: 'PlanCodeFileId', id: String(Id) };
    let after: ScanPlace | undefined;
    do {
      const piece = await store.scan({ entity: 'plan-code', of, after, size: atOnce });
      for (const { Code, Description } of piece.items) yield [String(Code), (Description ?? '') as string];
      after = piece.next;
    } while (after !== undefined);
  }
}
