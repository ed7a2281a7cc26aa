import type { QueryModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { OperationCall } from '../operations/OperationCall.ts';

/** The declared query with this name; refuses names that are undeclared or removed by a release. */
export function queryNamed({ runtime }: OperationCall, name: unknown): QueryModel {
  const query = runtime.model.queries.get(String(name));
  if (!query) throw refusals.noSuchQuery({ params: { name: String(name) } });
  return query;
}
