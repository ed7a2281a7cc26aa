/** Lets the call of a form save a field placed on it, if the call lists its fields. */
import type { ApiDeclaration, ScreenDeclaration } from '../declaration/types.generated.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import type { PlaceChange } from './types.ts';

/** Adds a field to the calls of a form and of forms that use its sections. */
export function writeByForm(change: PlaceChange, draft: DeclarationDraft): void {
  for (const { json } of draft.all('screen'))
    for (const block of json.blocks)
      for (const call of callsWith(block, json.id, change)) write(change, call, entityOf(block), draft);
}

function callsWith(block: Block, screen: string, change: PlaceChange): readonly string[] {
  const own = screen === change.screen && block.id === change.block;
  const name = `${change.screen}#${change.block}`;
  return formsOf(block).flatMap(({ calls, sections }) =>
    own || (typeof sections === 'string' && sections.split('/')[0] === name) ? calls : [],
  );
}

type Block = ScreenDeclaration['blocks'][number];
type Form = { readonly sections: unknown; readonly calls: readonly string[] };

const entityOf = (block: Block): string => ('entity' in block ? block.entity : '');

function formsOf(block: Block): readonly Form[] {
  if (block.kind === 'form') return [{ sections: block.sections, calls: [block.save.route] }];
  if (block.kind === 'grid' && block.edit)
    return [{ sections: block.edit.sections, calls: [block.edit.save] }];
  if (block.kind !== 'list-detail') return [];
  const { sections, update, create } = block.form;
  return [{ sections, calls: [update, ...(create ? [create] : [])] }];
}

function write(change: PlaceChange, call: string, entity: string, draft: DeclarationDraft): void {
  const { field } = change;
  const property = draft.seen('entity', entity)?.properties[field];
  if (!property || property.readOnly) return;
  const route = draft.seen('api', entity)?.routes.find((one) => shapeOf(one.route) === shapeOf(call));
  if (!route?.fields || typeof route.body === 'string' || names(route, field, property['x-group'])) return;
  // A field that no call writes is only shown.
  if (draft.seen('behaviour', entity)?.policy?.fields?.[field]?.write === 'nobody') return;
  const closed = property['x-overlay'] === undefined && guardOf(route, field, { entity, draft });
  if (closed) draft.report(change, 'not-written-here', { at: '/field', params: { field, ...closed } });
  else {
    const own = draft.named('api', entity)?.json.routes.find((one) => one.route === route.route);
    if (own) own.fields = [...route.fields, field];
  }
}

type Of = { readonly entity: string; readonly draft: DeclarationDraft };

/** A shipped field that a call omits is omitted on purpose, unless its callers can write it elsewhere. */
function guardOf(route: Route, field: string, of: Of): { readonly call: string } | undefined {
  const { entity, draft } = of;
  const group = draft.seen('entity', entity)?.properties[field]?.['x-group'];
  const others = (draft.seen('api', entity)?.routes ?? []).filter(
    (one) => writing.has(one.operation) && writes(one, field, group),
  );
  const own = accessOf(route, of);
  const isOpen = others.some((one) => changes(one, route) && covers(accessOf(one, of), own));
  return isOpen ? undefined : { call: route.route };
}

type Route = ApiDeclaration['routes'][number];

const writing = new Set<Route['operation']>(['create', 'update', 'copy']);

/** The right to set a value on create does not imply the right to change it. */
const changes = (one: Route, route: Route): boolean =>
  one.operation === 'update' || route.operation !== 'update';

const names = ({ fields = [] }: Route, field: string, group: unknown): boolean =>
  fields.includes(field) || (group !== undefined && fields.includes(`@${group}`));

/** Whether a call accepts the field: in its fields, as its body, from its path, or because it takes all. */
function writes(route: Route, field: string, group: unknown): boolean {
  const { fields, body, set } = route;
  if (names(route, field, group) || body === field || set?.[field]?.includes('$params.')) return true;
  return !fields && body === undefined && set === undefined;
}

/** The access of a call: its own, otherwise that of the entity. */
function accessOf({ access, operation }: Route, { entity, draft }: Of): readonly string[] {
  const policy = draft.seen('behaviour', entity)?.policy;
  const own = operation === 'update' ? policy?.update : policy?.create;
  return [access ?? own ?? policy?.write ?? 'nobody'].flat();
}

function covers(wider: readonly string[], own: readonly string[]): boolean {
  if (own.includes('nobody') || wider.includes('login')) return true;
  return !wider.includes('nobody') && own.every((feature) => wider.includes(feature));
}

const shapeOf = (call: string): string =>
  call
    .toLowerCase()
    .replace(/\{[^}]*\}/g, '{}')
    .replace(/\/$/, '');
