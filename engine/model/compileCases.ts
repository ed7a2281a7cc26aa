/** Cases with what the file says once put into each. */
import type { CasesDeclaration } from '../declaration/types.generated.ts';
import type { CaseModel, DataRecord } from '../types/modelTypes.ts';

type Given = NonNullable<CasesDeclaration['given']>;

/**
 * The common `given` stands under each case's own: its `record` under creates only, its `stored` under all other
 * operations, the rest under both. `omit` takes fields out again.
 */
export function compileCases(declared: CasesDeclaration): readonly CaseModel[] {
  return declared.cases.map((example) => ({
    title: example.title,
    operation: example.operation,
    given: merge(declared.given ?? {}, example.given, example.operation === 'create'),
    expect: example.expect as CaseModel['expect'],
  }));
}

function merge(common: Given, own: Given, creates: boolean): CaseModel['given'] {
  const { omit = [], ...given } = { ...common, ...own };
  const record = without({ ...(creates ? common.record : {}), ...own.record }, omit);
  const stored = creates ? own.stored : { ...common.stored, ...own.stored };
  const others = { ...common.others, ...own.others };
  return { ...given, record, stored, others } as CaseModel['given'];
}

function without(record: Readonly<Record<string, unknown>>, omit: readonly string[]): DataRecord {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !omit.includes(name)));
}
