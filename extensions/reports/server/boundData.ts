/** Binds a data set by name to a declared query or entity. SQL in definition files is never run. */

import type { Model, QueryModel } from '#engine';
import type { DataSetLayout } from '#extensions/reports/engine';
import type { EntityPlan, OperationCall } from '#server/extension';

export type BoundData = { readonly data?: EntityPlan | undefined; readonly query?: QueryModel | undefined };

/** The data with a name stored in a report. */
export function dataNamed({ runtime }: OperationCall, name: unknown): BoundData {
  const id = String(name);
  return runtime.model.entities.has(id)
    ? { data: runtime.planOf(id) }
    : { query: runtime.model.queries.get(id) };
}

/** The query or entity that a data set is bound to; undefined when there is none. */
export function boundName(
  { queries, entities }: Model,
  { name, query }: Pick<DataSetLayout, 'name' | 'query'>,
): string | undefined {
  const command = query.trim();
  if (queries.has(command) || entities.has(command)) return command;
  const [, procedure] = /^(?:exec(?:ute)?\s+)?([\w.[\]"-]+)(?:\s+@[\s\S]*)?$/i.exec(command) ?? [];
  const sought = [...(procedure ? [plainName(procedure)] : []), plainName(name)].filter(Boolean);
  return [...queries.keys()].find((id) => sought.includes(plainName(id)));
}

/** The lookup or entity of a list of values, by its command or the name of its data set. */
export function boundList(
  { lookups, entities }: Model,
  { name, query }: Pick<DataSetLayout, 'name' | 'query'>,
): string | undefined {
  const command = query.trim();
  if (lookups.has(command) || entities.has(command)) return command;
  const [, procedure] = /^(?:exec(?:ute)?\s+)?([\w.[\]"-]+)(?:\s+@[\s\S]*)?$/i.exec(command) ?? [];
  const [, table] = /\bfrom\s+([\w.[\]"]+)\s*(?:order\s+by\b[^;]*)?;?$/i.exec(command) ?? [];
  const sought = new Set([procedure, name, table].flatMap((one) => (one ? listNames(plainName(one)) : [])));
  return [...lookups.keys(), ...entities.keys()].find((id) => sought.has(plainName(id)));
}

/** `getbrands` → `getbrands`, `brands`, `brand`. */
export function listNames(written: string): readonly string[] {
  const bare = written.replace(/^(get|list|lov)/, '').replace(/(lov|list)$/, '');
  return [written, bare]
    .flatMap((one) => [one, one.replace(/ies$/, 'y'), one.replace(/s$/, '')])
    .filter(Boolean);
}

/** `[dbo].[usp_ProductsByState]` → `productsbystate`. */
export function plainName(written: string): string {
  const last =
    written
      .replace(/[[\]"]/g, '')
      .split('.')
      .at(-1) ?? '';
  return last
    .toLowerCase()
    .replace(/^(usp|sp|proc)_/, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}
