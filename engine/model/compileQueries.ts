/** Compiles declared queries by id; mistakes become findings at their places. */

import type { QueryModel } from '../types/modelTypes.ts';
import { compileQuery } from './compileQuery.ts';
import type { Compiler } from './compiler.ts';
import { queryMistakeText } from './queryMistake.ts';
import type { QueryScope } from './queryTables.ts';
import type { Sources } from './sources.ts';

type Around = {
  readonly types: QueryScope;
  readonly compiler: Compiler;
  readonly titles: Map<string, string>;
};

export function compileQueries(
  { query: sources }: Sources,
  { types, compiler, titles }: Around,
): ReadonlyMap<string, QueryModel> {
  const queries = new Map<string, QueryModel>();
  for (const { file, json } of sources) {
    if (queries.has(json.$id))
      compiler.error({ file, path: '/$id' }, `There are two queries ${json.$id}. Give one another $id.`);
    const { query, findings } = compileQuery(json, types);
    for (const { path, code, params } of findings)
      compiler.error({ file, path }, queryMistakeText({ code, params }), { code: `query-${code}`, params });
    if (!query) continue;
    titles.set(query.title, json.title ?? json.$id);
    for (const { name, title } of json.columns)
      if (name !== undefined && title !== undefined) titles.set(`${query.title}.${name}`, title);
    noteUses(query, file, compiler);
    queries.set(query.id, query);
  }
  return queries;
}

/** Records uses in queries for where-used. */
function noteUses({ tables, columns, filters }: QueryModel, file: string, compiler: Compiler): void {
  for (const { entity } of tables) compiler.use(`entity:${entity}`, { file, path: '/from' });
  for (const [kind, parts] of Object.entries({ columns, filters }))
    for (const [at, { place }] of parts.entries())
      if (place)
        compiler.use(`field:${place.field.entity}.${place.field.path}`, { file, path: `/${kind}/${at}` });
}
