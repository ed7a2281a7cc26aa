/** Checks the lists that questions choose records from. */
import type { GridBlock, Model } from '../types/modelTypes.ts';
import type { Compiler } from './compiler.ts';
import type { Sources } from './sources.ts';

type Asked = {
  readonly list?: unknown;
  readonly optionsFrom?: unknown;
  readonly columns?: readonly string[];
  readonly filters?: readonly string[];
};

/** Reports questions whose list does not exist, or lacks a named column or filter. */
export function reviewAskLists(model: Model, compiler: Compiler, sources: Sources): void {
  for (const { file, json } of sources.screen)
    for (const [path, asked] of questionsOf(json, '')) {
      const problem = problemOf(model, asked);
      if (problem) compiler.error({ file, path }, problem);
    }
}

/** The list of a question; undefined where there is none of that name. */
export function listOfQuestion(model: Model, name: string): GridBlock | undefined {
  const [screen = '', block] = name.split('#');
  return model.screens
    .get(screen)
    ?.blocks.find((one): one is GridBlock => one.kind === 'grid' && one.id === block);
}

function* questionsOf(json: unknown, path: string): Generator<readonly [string, Asked]> {
  if (typeof json !== 'object' || json === null) return;
  if ('kind' in json && json.kind === 'records' && 'list' in json) yield [path, json as Asked];
  for (const [word, value] of Object.entries(json)) yield* questionsOf(value, `${path}/${word}`);
}

function problemOf(
  model: Model,
  { list, optionsFrom, columns = [], filters = [] }: Asked,
): string | undefined {
  const block = listOfQuestion(model, String(list));
  if (!block) return `There is no list ${list}. Name one as <screen>#<block>.`;
  if (optionsFrom === undefined && /\{/.test(block.find))
    return `${list} is a list of one record (${block.find}). Name the call to read from in "optionsFrom".`;
  const has = {
    column: new Set(block.columns.map(({ path }) => path)),
    filter: new Set(block.filters.map(({ path }) => path)),
  };
  const lost = [
    ...columns.filter((path) => !has.column.has(path)).map((path) => `column ${path}`),
    ...filters.filter((path) => !has.filter.has(path)).map((path) => `filter ${path}`),
  ];
  return lost.length > 0 ? `${list} has no ${lost.join(', no ')}.` : undefined;
}
