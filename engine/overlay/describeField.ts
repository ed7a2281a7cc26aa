/** The property of a field, with its texts and its own list of choices. */
import type { Field } from '../declaration/types.generated.ts';
import type { Described } from '../fields/overlayFacet.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import { fieldDeclaration } from './fieldDeclaration.ts';
import { hasSetting } from './fieldTypes.ts';
import type { Change, RowFieldChange } from './types.ts';

/** The change, the place of the field in it, and the path of the field after the entity's name. */
type Place = { readonly path: string; readonly change: Change; readonly at: string };

export function describeField(field: Described, place: Place, draft: DeclarationDraft): Field {
  const { path, change, at } = place;
  draft.text(change, `field.${path}`, { 'fr-CA': field.title['fr-CA'] }, `${at}/title`);
  if (field.help) draft.text(change, `help.${path}`, { 'fr-CA': field.help['fr-CA'] }, `${at}/help`);
  if (field.shape) draft.text(change, `shape.${path}`, { 'fr-CA': field.shape['fr-CA'] }, `${at}/shape`);
  const lookup = field.choices ? ownLookup(field.choices, place, draft) : field.lookup;
  const show = field.show ?? ['Id', labelOf(field.reference, draft)];
  const property = fieldDeclaration({ ...field, show: show as [string, ...string[]] }, lookup);
  return hasSetting(field.type, 'fields')
    ? { ...property, items: rowOf(field.fields ?? [], place, draft) }
    : property;
}

function rowOf(fields: readonly RowFieldChange[], { path, change }: Place, draft: DeclarationDraft): Field {
  const properties = fields.map((field, index) => {
    const place = { path: `${path}.${field.name}`, change, at: `/fields/${index}` };
    const property = { ...describeField(field, place, draft), ...(field.computed && { readOnly: true }) };
    return [field.name, draft.mark(property, change, place.at)] as const;
  });
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties),
  };
}

/** The field's own lookup: `product-condition`, with items identified by name. */
function ownLookup(
  choices: NonNullable<RowFieldChange['choices']>,
  { path, change, at }: Place,
  draft: DeclarationDraft,
): string {
  const id = lookupName(path);
  const items = choices.map(({ name, title, tone }) => ({
    Id: name,
    Name: name,
    title: title['en-CA'],
    ...(tone && { tone }),
  }));
  if (draft.seen('lookup', id)) {
    // Replacing it would remove the choices of other fields.
    draft.report(change, 'lookup-exists', { at: `${at}/choices`, params: { lookup: id } });
    return id;
  }
  draft.add(`schemas/lookups/${id}.json`, draft.mark({ $id: id, items }, change, `${at}/choices`));
  for (const { name, title } of choices)
    draft.text(change, `lookup.${id}.${name}`, { 'fr-CA': title['fr-CA'] }, `${at}/choices`);
  return id;
}

/** `product.SaleChannel` → product-sale-channel: the lookup of a field with its own choices. */
export function lookupName(path: string): string {
  return path
    .replaceAll('.', '-')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();
}

function labelOf(entity: string | undefined, draft: DeclarationDraft): string {
  return draft.seen('entity', entity ?? '')?.['x-label'] ?? 'Name';
}
