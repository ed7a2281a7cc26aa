import type { QueryModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { OperationCall } from '../operations/OperationCall.ts';

/** The declared query of this name; refuses one that nobody declared, or that a release took away. */
export function queryNamed({ runtime }: OperationCall, name: unknown): QueryModel {
  const query = runtime.model.queries.get(String(name));
  if (!query) throw refusals.noSuchQuery({ params: { name: String(name) } });
  return query;
}
