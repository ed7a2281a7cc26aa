/** Refuses roll-ups and look-throughs over what the publisher may not see, since their values would reveal it. */
import { type EntityModel, type FilterTree, type Model, type OverlayFinding, sameValue } from '#engine';
import { isAllowed } from '../operations/authorize.ts';
import { pathsOf } from '../operations/filters.ts';
import type { Step } from './publicationStep.ts';

/** Checks new and changed linked fields only; existing ones are their author's responsibility. */
export function linksBeyond({ live, next, features, earlier = [] }: Step): readonly OverlayFinding[] {
  // A new entity has no records yet.
  const isKnown = (id: string) => [live, ...earlier].some(({ entities }) => entities.has(id));
  return [...next.entities.values()].flatMap((entity) => {
    const before = live.entities.get(entity.id);
    return linksOf(entity)
      .filter(({ of, link }) => isKnown(of) && !linksOf(before).some((one) => sameValue(one.link, link)))
      .filter(({ of, reads }) => !maySee(next, of, { reads, features }))
      .map(({ field, word, of }) => ({
        change: { kind: 'field', name: `${entity.id}.${field}` } as const,
        at: `/${word}`,
        level: 'error' as const,
        code: 'not-yours-to-link',
        params: { field, entity: of },
      }));
  });
}

type Link = {
  readonly word: 'rollUp' | 'lookThrough';
  readonly field: string;
  readonly of: string;
  readonly reads: readonly string[];
  readonly link: object;
};

function linksOf(entity: EntityModel | undefined): readonly Link[] {
  const rolledUp = (entity?.rollUps ?? []).map((link): Link => {
    const reads = [...link.depends, ...pathsOf(link.where as FilterTree | undefined)];
    return { word: 'rollUp', field: link.field, of: link.of, reads, link };
  });
  const readThrough = (entity?.lookThroughs ?? []).map(
    (link): Link => ({ word: 'lookThrough', field: link.field, of: link.of, reads: [link.reads], link }),
  );
  return [...rolledUp, ...readThrough];
}

/** All records of the entity, and each of the fields. */
function maySee(
  { entities }: Model,
  of: string,
  { reads, features }: { readonly reads: readonly string[]; readonly features: Step['features'] },
): boolean {
  const source = entities.get(of);
  if (!source || !isAllowed(source.policy.view, features)) return false;
  const { rowAccess, policy } = source;
  if (rowAccess && !(rowAccess.unless && features.has(rowAccess.unless.feature))) return false;
  return reads.every((path) => {
    const view = policy.fields[path.split('.')[0] ?? '']?.view;
    return view === undefined || isAllowed(view, features);
  });
}
