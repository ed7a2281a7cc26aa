/** Finds names of code that no extension provides: actions of routes, jobs watched by blocks. */
import type { Finding, Model } from '#engine';
import type { Registry } from './compileExtensions.ts';

/** A finding with the unknown name. */
export type NameFinding = Finding & { readonly name: string };

export function checkActions(model: Model, known: Registry): readonly NameFinding[] {
  return [...checkRoutes(model, known), ...checkJobs(model, known)];
}

function checkRoutes(model: Model, { actions }: Registry): readonly NameFinding[] {
  return model.routes
    .filter((route) => route.operation === 'action' && !actions.has(route.action ?? ''))
    .map(({ method, path, action: name = '', file }) => ({
      name,
      severity: 'error',
      file,
      path: '/routes',
      message: `${method} ${path} names the action '${name}', which no extension in use brings.`,
    }));
}

function checkJobs(model: Model, { jobs }: Registry): readonly NameFinding[] {
  return [...model.screens.values()].flatMap((screen) =>
    screen.blocks.flatMap((block, index) => {
      const kinds = ('jobs' in block ? (block.jobs ?? []) : []).map(({ kind }) => kind);
      return kinds
        .filter((kind) => !Object.hasOwn(jobs, kind))
        .map((name) => ({
          name,
          severity: 'error' as const,
          file: screen.file,
          path: `/blocks/${index}/jobs/kind`,
          message: `No extension in use brings the kind of job '${name}'.`,
        }));
    }),
  );
}
