/** A field on a form is saved with it: the form's call writes it, where the call says what it writes. */
import type { ScreenDeclaration } from '../declaration/types.generated.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import type { PlaceChange } from './types.ts';

/** Lets the calls of a form, and of the forms that take its sections, write a field. */
export function writeByForm(change: PlaceChange, draft: DeclarationDraft): void {
  for (const { json } of draft.all('screen'))
    for (const block of json.blocks)
      for (const call of callsWith(block, json.id, change)) write(change.field, call, entityOf(block), draft);
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

function write(field: string, call: string, entity: string, draft: DeclarationDraft): void {
  const property = draft.seen('entity', entity)?.properties[field];
  if (!property || property.readOnly) return;
  const route = draft.seen('api', entity)?.routes.find((one) => shapeOf(one.route) === shapeOf(call));
  if (!route?.fields || typeof route.body === 'string') return;
  if (route.fields.includes(field) || route.fields.includes(`@${property['x-group']}`)) return;
  const routes = draft.named('api', entity)?.json.routes ?? [];
  const own = routes.find((one) => one.route === route.route);
  if (own) own.fields = [...(own.fields ?? []), field];
}

const shapeOf = (call: string): string =>
  call
    .toLowerCase()
    .replace(/\{[^}]*\}/g, '{}')
    .replace(/\/$/, '');
