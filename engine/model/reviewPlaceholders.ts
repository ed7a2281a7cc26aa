/** Checks that every {placeholder} in addresses and calls of a screen can be filled. */
import type { ScreenDeclaration } from '../declaration/types.generated.ts';
import { resolvePath } from '../query/paths.ts';
import type { EntityModel, Model } from '../types/modelTypes.ts';
import type { Compiler } from './compiler.ts';
import { parametersOf } from './compileScreen.ts';
import type { Source, Sources } from './sources.ts';

/** Members of a screen that hold an address or a call. */
const addresses = new Set('to then call route find open path update create copy uses optionsFrom'.split(' '));

type Context = {
  readonly model: Model;
  readonly compiler: Compiler;
  readonly source: Source<ScreenDeclaration>;
  readonly route: readonly string[];
};

/** Reports placeholders that cannot be filled: the address would lead nowhere or to another record. */
export function reviewPlaceholders(model: Model, compiler: Compiler, sources: Sources): void {
  for (const source of sources.screen)
    walk(source.json, '', { model, compiler, source, route: parametersOf(source.json.route) });
}

/** `entity` is that of the surrounding block: bare names are fields of its row or record. */
function walk(json: unknown, path: string, context: Context, entity?: EntityModel): void {
  if (json === null || typeof json !== 'object') return;
  const named = (json as { entity?: unknown }).entity;
  const own = (typeof named === 'string' && context.model.entities.get(named)) || entity;
  for (const [word, value] of Object.entries(json)) {
    // The widget fills the placeholders in its own options.
    if (word === 'options') continue;
    if (typeof value === 'string' && addresses.has(word)) review(value, `${path}/${word}`, context, own);
    else walk(value, `${path}/${word}`, context, own);
  }
}

function review(text: string, path: string, context: Context, entity?: EntityModel): void {
  const { compiler, source } = context;
  for (const [, name = ''] of text.matchAll(/\{([\w.]+)\}/g)) {
    const problem = problemOf(name, context, entity);
    if (problem) compiler.error({ file: source.file, path }, `{${name}} in ${text} stays empty: ${problem}`);
  }
}

function problemOf(name: string, context: Context, entity?: EntityModel): string | undefined {
  const { model, source, route } = context;
  const [first = '', ...rest] = name.split('.');
  const known: Readonly<Record<string, () => readonly string[]>> = {
    route: () => route,
    data: () => Object.keys(source.json.data ?? {}),
  };
  const names = known[first]?.();
  if (names)
    return names.includes(rest[0] ?? '')
      ? undefined
      : `this screen has no ${first}.${rest[0]}. It has ${names.map((one) => `${first}.${one}`).join(', ') || 'none'}.`;
  if (first === 'ask' || first === 'user') return undefined;
  if (!entity) return 'no record is at hand here. Name a parameter of the address, such as {route.id}.';
  return name === 'Id' || resolvePath(model.entities, entity, name)
    ? undefined
    : `${entity.id} has no field ${name}.`;
}
