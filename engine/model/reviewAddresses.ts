/** Addresses that name a section: `#plans`, `/products/{Id}#plans`. */

import type { Model, ScreenModel } from '../types/modelTypes.ts';
import type { Compiler } from './compiler.ts';
import type { Sources } from './sources.ts';

/** Reports what leads to a section that its screen does not have: a person would land at the top, without a word. */
export function reviewAddresses(model: Model, compiler: Compiler, sources: Sources): void {
  for (const { notice, file, method, path } of model.routes)
    for (const address of [notice?.to, notice?.otherwise])
      if (address && !screenAt(model, address.split('#')[0] ?? ''))
        compiler.error({ file, path: '/routes' }, `${method} ${path}: ${address} leads to no screen.`);
  for (const { json, file } of [...sources.screen, ...sources.entity]) {
    const own = 'route' in json ? model.screens.get(json.id) : undefined;
    for (const [path, text] of textsOf(json)) {
      const [, address = '', section = ''] = /^(\/[^#\s]*)?#([a-z][a-z0-9-]*)$/.exec(text) ?? [];
      if (section === '' || path.endsWith('/$ref')) continue;
      const screen = address === '' ? own : screenAt(model, address);
      if (screen && !anchorsOf(screen).has(section))
        compiler.error(
          { file, path },
          `${text} leads to a section that the screen ${screen.id} does not have. Name one of its blocks or groups.`,
        );
    }
  }
}

function anchorsOf({ blocks, groups }: ScreenModel): ReadonlySet<string> {
  return new Set([...blocks, ...groups].map(({ id }) => id));
}

/** A placeholder of the address (`{Id}`) stands for a parameter of the route (`:productId`). */
function screenAt({ screens }: Model, address: string): ScreenModel | undefined {
  const steps = address.split('/');
  return [...screens.values()].find(({ route }) => {
    // What the route may do without (`:planId?`) is left out, or given.
    const all = route.split('/');
    const wanted = all.length === steps.length ? all : all.filter((step) => !step.endsWith('?'));
    return (
      wanted.length === steps.length &&
      wanted.every((step, at) => step === steps[at] || (step.startsWith(':') && steps[at]?.startsWith('{')))
    );
  });
}

/** Every text of a declaration, with the place where it stands. */
function* textsOf(json: unknown, path = ''): Generator<readonly [string, string]> {
  if (typeof json === 'string') yield [path, json];
  else if (json !== null && typeof json === 'object')
    for (const [name, member] of Object.entries(json)) yield* textsOf(member, `${path}/${name}`);
}
