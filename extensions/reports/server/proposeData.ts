/** Proposes the entity that the data set of a definition is about. Its query text is read, never executed. */
import type { EntityModel, Model } from '#engine';
import type { DataSetLayout } from '#extensions/reports/engine';
import { isAllowed, type OperationCall } from '#server/extension';
import { listNames, plainName } from './boundData.ts';
import { columnFindings } from './reportColumn.ts';

export type ProposedData = {
  readonly dataSet: string;
  readonly entity: string;
  /** Fields that are found, and those that no field of the entity is called. */
  readonly found: number;
  readonly unknown: readonly string[];
};

const longestText = 20_000;

/** Of the tables that the query names and the reader may see, the one that knows most of its fields. */
export function proposeData(
  { runtime: { model }, features }: Pick<OperationCall, 'runtime' | 'features'>,
  { name, query, fields }: Pick<DataSetLayout, 'name' | 'query' | 'fields'>,
): ProposedData | undefined {
  const named = query.slice(0, longestText).matchAll(/\b(?:from|join)\s+([\w.[\]"]{1,200})/gi);
  const tables = new Set(
    [...named].flatMap(([, table = '']) =>
      listNames(plainName(table).replace(/^(tbl|vw|dim|fact)(?=.{3})/, '')),
    ),
  );
  const paths = fields.filter(({ formula }) => !formula).map(({ path }) => path);
  const proposals = [...model.entities.values()]
    .filter(({ id, policy }) => tables.has(plainName(id)) && isAllowed(policy.view, features))
    .map((entity) => {
      const unknown = paths.filter((path) => fieldPath(model, entity, path) === undefined);
      return { dataSet: name, entity: entity.id, found: paths.length - unknown.length, unknown };
    });
  return proposals.sort((a, b) => b.found - a.found).find(({ found }) => found > 0);
}

/** The field that a data set calls by another notation: `brand_name` for `Brand.Name`. */
export function fieldPath(model: Model, entity: EntityModel, written: string): string | undefined {
  if (columnFindings(model, entity.id, written).length === 0) return written;
  return pathsOf(model, entity).get(normal(written));
}

const normal = (written: string): string => written.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

type Paths = ReadonlyMap<string, string>;

/** By model, as the paths of an entity depend on the entities that it refers to. */
const known = new WeakMap<Model, Map<string, Paths>>();

/** The fields of the entity and of the records that it refers to, by their plain names. */
function pathsOf(model: Model, entity: EntityModel): Paths {
  const ofModel = known.get(model) ?? new Map<string, Paths>();
  known.set(model, ofModel);
  const kept = ofModel.get(entity.id);
  if (kept) return kept;
  const found = new Map<string, string>();
  const put = (name: string, path: string) => {
    if (!found.has(name) && columnFindings(model, entity.id, path).length === 0) found.set(name, path);
  };
  for (const { name } of entity.fields) put(normal(name), name);
  for (const { name, ref } of entity.fields) {
    const target = ref && model.entities.get(ref.entity);
    for (const inner of target?.fields ?? [])
      put(normal(`${name.replace(/Id$/, '')}${inner.name}`), `${name}.${inner.name}`);
  }
  ofModel.set(entity.id, found);
  return found;
}
