/** Which calls the routes of a model answer. */

import type { Model } from '../types/modelTypes.ts';
import { parametersOf } from './routeParts.ts';

/** Whether `DELETE /product/plan/{Id}` matches a declared route; its parameters match any segment. */
export function isBound(model: Model, call: string): boolean {
  const [method = '', path = ''] = call.split(' ');
  const wanted = normal(path).split('/');
  return (shapesOf(model).get(`${method} ${wanted.length}`) ?? []).some((known) =>
    wanted.every((part, at) => part === '{}' || part === known[at]),
  );
}

type Shapes = ReadonlyMap<string, readonly (readonly string[])[]>;

const shapes = new WeakMap<Model, Shapes>();

/** The segments of all paths, by method and number; cached, because screens ask about many calls. */
function shapesOf(model: Model): Shapes {
  const known = shapes.get(model);
  if (known) return known;
  const made = new Map<string, string[][]>();
  for (const { method, path } of model.routes)
    for (const shape of new Set([normal(path), normal(path).replace(/\/\{\?\}$/, '')])) {
      const parts = shape.split('/');
      const key = `${method} ${parts.length}`;
      made.set(key, [...(made.get(key) ?? []), parts]);
    }
  shapes.set(model, made);
  return made;
}

function normal(path: string): string {
  const plain = parametersOf(path).reduce(
    (text, name) => text.replace(`{${name}?}`, '{?}').replace(`{${name}}`, '{}'),
    path,
  );
  return plain.toLowerCase().replace(/\/+$/, '');
}
