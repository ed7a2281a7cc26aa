import { compileQuery, type QueryModel } from '#engine';
import { type OperationCall, refusals } from '#server/extension';
import { issueAt } from '../reportRecords.ts';

export type QueryToCompile = Parameters<typeof compileQuery>[0];

/** Compiles a query built by a person; problems are reported as findings. */
export function compiledQuery(call: OperationCall, declared: QueryToCompile): QueryModel {
  const { query, findings } = compileQuery(declared, call.runtime.model);
  if (query) return query;
  const issues = findings.map(({ path, code, params }) => issueAt(path, `query.mistake.${code}`, params));
  throw refusals.invalid({ issues, entity: 'dashboard' });
}
