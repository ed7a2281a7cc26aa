/** Checks that addresses lead to existing screens and sections. */

import type { Parts } from '../parts.ts';
import { nearestName } from '../text/nearestName.ts';
import type { Model, ScreenModel } from '../types/modelTypes.ts';
import type { Compiler, Place } from './compiler.ts';
import type { Sources } from './sources.ts';

/** Members that hold addresses of screens, by kind of file; everywhere, `pages` is a list of them. */
const addressWords = {
  screen: new Set(['to', 'then', 'open']),
  behaviour: new Set(['then']),
  entity: new Set<string>(),
  api: new Set(['to', 'otherwise']),
};

/** Members whose children have free names; options declare in the widget's schema which are addresses. */
const otherwiseNamed = new Set(['options', 'params', 'set', 'conditions']);

/** Reports addresses without a screen, and sections that the screen lacks. */
export function* reviewAddresses(model: Model, compiler: Compiler, sources: Sources): Parts<void> {
  const find = screenFinder(model);
  for (const kind of ['screen', 'behaviour', 'entity', 'api'] as const)
    for (const { file, json } of sources[kind]) {
      for (const [path, text] of once(knownAddresses[kind], json, () => [
        ...addressesOf(json, { words: addressWords[kind] }),
      ])) {
        const problem = addressProblem(text, model, find);
        if (problem) compiler.error({ file, path }, problem);
      }
      yield;
    }
  for (const { json, file } of [...sources.screen, ...sources.entity]) {
    const own = 'route' in json ? model.screens.get(json.id) : undefined;
    for (const [path, text] of once(knownTexts, json, () =>
      [...textsOf(json)].filter(([, text]) => text.includes('#')),
    ))
      reviewSection(text, { file, path }, { own, find, compiler });
    yield;
  }
}

type Found = readonly (readonly [path: string, text: string])[];

/** Cached: most files of a draft are those of the previous draft. */
const knownTexts = new WeakMap<object, Found>();
const knownAddresses = {
  screen: new WeakMap<object, Found>(),
  behaviour: new WeakMap<object, Found>(),
  entity: new WeakMap<object, Found>(),
  api: new WeakMap<object, Found>(),
};

function once(known: WeakMap<object, Found>, json: object, find: () => Found): Found {
  const found = known.get(json) ?? find();
  known.set(json, found);
  return found;
}

type FindScreen = (address: string) => ScreenModel | undefined;

/** The problem with an address; undefined when it leads somewhere. */
export function addressProblem(text: string, model: Model, find = screenFinder(model)): string | undefined {
  // An anchor on the same screen, an external site, or an expression.
  if (/^(#|[a-z][a-z+.-]*:|\$)/i.test(text) || find(text)) return undefined;
  const near = nearestRoute(pathOf(text), model);
  const hint = near ? `Did you mean ${near}?` : 'Correct it, or declare a screen with that route.';
  return `${text} leads to no screen. ${hint}`;
}

/** The most similar route with the same number of steps, ignoring parameters. */
function nearestRoute(address: string, { screens }: Model): string | undefined {
  const bare = (path: string) => path.replace(/:[^/]+|\{[^}]*\}/g, ':');
  const size = Math.max(1, stepsOf(address).length);
  const routes = new Map(
    [...screens.values()].flatMap(({ route }) =>
      stepsOf(route).length === size ? [[bare(route), route] as const] : [],
    ),
  );
  return routes.get(nearestName(bare(address), [...routes.keys()]) ?? '');
}

/** Finds the screen at an address; `{Id}` in it matches any segment. */
function screenFinder({ screens }: Model): FindScreen {
  const known = [...screens.values()].map((screen) => ({ screen, steps: stepsOf(screen.route) }));
  const before = new Map<string, ScreenModel | undefined>();
  return (address) => {
    if (!before.has(address)) before.set(address, found(address));
    return before.get(address);
  };

  function found(address: string): ScreenModel | undefined {
    if (!address.startsWith('/')) return undefined;
    const steps = stepsOf(pathOf(address));
    if (steps.length === 0) return known[0]?.screen;
    const all = known.filter((one) => leadsTo(steps, one.steps, one.screen.widget !== undefined));
    // Like the router, prefers literal segments over parameters.
    const literal = ({ steps: wanted }: (typeof known)[number]) =>
      wanted.filter((step, at) => step.toLowerCase() === steps[at]?.toLowerCase()).length;
    return all.toSorted((one, other) => literal(other) - literal(one))[0]?.screen;
  }
}

/** Optional parameters (`:planId?`) may be omitted; page widgets have addresses below their own. */
function leadsTo(steps: readonly string[], wanted: readonly string[], isPage: boolean): boolean {
  const [first, ...rest] = wanted;
  const [step, ...further] = steps;
  if (first === undefined) return step === undefined || isPage;
  const isOptional = first.endsWith('?');
  if (isOptional && leadsTo(steps, rest, isPage)) return true;
  if (step === undefined) return false;
  // The code of a kind may match a literal of a route: /profile/{Kind.Code}; ids never do.
  const isWord = /^\{.*(?<!id)\}$/i.test(step);
  const fits = first.startsWith(':') || isWord || first.toLowerCase() === step.toLowerCase();
  return fits && leadsTo(further, rest, isPage);
}

const pathOf = (address: string) => address.replace(/[?#].*$/s, '');
const stepsOf = (path: string) => path.split('/').filter((step) => step !== '');

type Walk = { readonly words: ReadonlySet<string>; readonly path?: string; readonly holder?: string };

/** Every address of a screen, with its place. */
function* addressesOf(
  json: unknown,
  { words, path = '', holder = '' }: Walk,
): Generator<readonly [string, string]> {
  if (json === null || typeof json !== 'object') return;
  for (const [word, value] of Object.entries(json)) {
    const at = `${path}/${word}`;
    if (typeof value === 'string' && isAddress(word, value, holder, words)) yield [at, value];
    else if (word === 'pages' && Array.isArray(value))
      for (const [index, text] of value.entries()) yield [`${at}/${index}`, String(text)];
    else if (!otherwiseNamed.has(word))
      yield* addressesOf(value, { words, path: at, holder: Array.isArray(json) ? holder : word });
  }
}

function isAddress(word: string, value: string, holder: string, words: ReadonlySet<string>): boolean {
  // In inline editing, "open" names a row.
  if (word === 'open') return words.has(word) && holder !== 'edit';
  // The path of a list with details; elsewhere `path` is a field path.
  if (word === 'path') return holder === 'blocks' && value.startsWith('/');
  return words.has(word);
}

type Reviewed = { readonly own?: ScreenModel; readonly find: FindScreen; readonly compiler: Compiler };

/** Reports a missing section, since people would silently land at the top. */
function reviewSection(text: string, place: Place, { own, find, compiler }: Reviewed): void {
  const [, address = '', section = ''] = /^(\/[^#\s]*)?#([a-z][a-z0-9-]*)$/.exec(text) ?? [];
  if (section === '' || place.path.endsWith('/$ref')) return;
  const screen = address === '' ? own : find(address);
  if (screen && !anchorsOf(screen).has(section))
    compiler.error(
      place,
      `${text} leads to a section that the screen ${screen.id} does not have. Name one of its blocks or groups.`,
    );
}

function anchorsOf({ blocks, groups }: ScreenModel): ReadonlySet<string> {
  return new Set([...blocks, ...groups].map(({ id }) => id));
}

/** Every text of a declaration, with its place. */
function* textsOf(json: unknown, path = ''): Generator<readonly [string, string]> {
  if (typeof json === 'string') yield [path, json];
  else if (json !== null && typeof json === 'object')
    for (const [name, member] of Object.entries(json)) yield* textsOf(member, `${path}/${name}`);
}
