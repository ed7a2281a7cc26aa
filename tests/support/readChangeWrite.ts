/**
 * A program that sends back what it has read, by every call that changes a record: it must compile for
 * clients to do the same.
 */
import type { Model } from '#engine';
import { pathShape } from '../api/support/pathShape.ts';

type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };

export function readChangeWrite(
  model: Model,
  document: Document,
): { readonly text: string; readonly count: number } {
  const lines = model.routes
    .filter(({ operation, method, bodyField }) => operation === 'update' && method === 'PUT' && !bodyField)
    .filter(({ set, fields, any }) => !any && !(set && fields?.length === 0))
    .flatMap(({ path, entity }, at) => {
      const shape = pathShape(`/api${path}`);
      const named = Object.keys(document.paths).find((one) => pathShape(one) === shape);
      const body = `NonNullable<paths['${named}']['put']['requestBody']>['content']['application/json']`;
      return [
        `export const write${at} = (read: components['schemas']['${entity}']): ${body} => ({ ...read, Id: read.Id });`,
      ];
    });
  const text = ["import type { components, paths } from './client.d.ts';", ...lines, ''].join('\n');
  return { text, count: lines.length };
}
