/** Defaults of a list filter that a change does not define completely. */
import type { Field, Filter } from '../declaration/types.generated.ts';
import { kindOf } from '../fields/registry.ts';
import { shownOperators } from '../query/filterOperators.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import type { PlaceChange } from './types.ts';

/** The filter of a change: its own members, then existing ones, then defaults by field type. */
export function filterOf(
  change: PlaceChange,
  entity: string,
  known: Filter | undefined,
  draft: DeclarationDraft,
): Filter {
  const field = fieldAt(entity, change.field, draft);
  const { operator, optionsFrom, label } = change;
  return {
    operator: suggested(field),
    ...(known ?? choicesOf(field, draft)),
    path: change.field,
    ...(operator && { operator }),
    ...(optionsFrom && { optionsFrom }),
    ...(label && { label }),
  };
}

/** A dotted path leads into the rows of a list or the expansion of a reference. */
function fieldAt(entity: string, path: string, draft: DeclarationDraft): Field | undefined {
  const [first = '', ...rest] = path.split('.');
  const properties = draft.seen('entity', entity)?.properties ?? {};
  const named = properties[first];
  if (rest.length === 0) return named;
  if (named?.items?.properties) return named.items.properties[rest.join('.')];
  const carried = Object.values(properties).find((field) => field?.['x-expand']?.as === first);
  return carried?.['x-ref'] ? fieldAt(carried['x-ref'], rest.join('.'), draft) : undefined;
}

function suggested(field: Field | undefined): Filter['operator'] {
  return (field && shownOperators(kindOf(field))[0]) ?? 'eq';
}

/** The options of a reference filter: the list call of its entity. */
function choicesOf(field: Field | undefined, draft: DeclarationDraft): Partial<Filter> {
  const entity = field?.['x-ref'] ?? field?.items?.['x-ref'];
  if (!entity) return {};
  const find = draft
    .seen('api', entity)
    ?.routes.find(
      ({ operation, route, entity: other }) =>
        operation === 'find' && route.startsWith('GET ') && !other && !route.includes('{'),
    );
  if (!find) return {};
  return {
    optionsFrom: find.route.replace(/^GET /, ''),
    label: draft.seen('entity', entity)?.['x-label'] ?? 'Name',
  };
}
