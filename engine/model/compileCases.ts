/** Compiles cases, applying what the file states once to each of them. */
import type { CasesDeclaration } from '../declaration/types.generated.ts';
import type { CaseModel, DataRecord } from '../types/modelTypes.ts';

type Given = NonNullable<CasesDeclaration['given']>;

/**
 * The common `given` applies to each case under its own: its `record` to creates only, its `stored` to other
 * operations, the rest to both. `omit` removes fields again.
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
