/** The form of a field, and the changes made from it. */
import {
  type Change,
  type FieldChange,
  type FieldType,
  hasSetting,
  isKind,
  isPlaceChange,
  kinds,
  type PlaceChange,
} from '#engine';
import { pascalName } from '../storedName.ts';
import { type PartialTexts, wholeTexts } from '../TextsField.tsx';

export type FieldPartProps = {
  readonly form: FieldForm;
  readonly onChange: (form: FieldForm) => void;
};

/** Members of a field change other than its name, type and texts. */
export type FieldFacts = Partial<Omit<FieldChange, 'kind' | 'name' | 'title' | 'help' | 'type'>>;

export type FieldForm = {
  readonly entity: string;
  readonly title: PartialTexts;
  readonly help: PartialTexts;
  /** As typed; if empty, derived from the English title. */
  readonly storedName: string;
  readonly type: FieldType;
  readonly facts: FieldFacts;
  readonly places: readonly PlaceChange[];
};

type Spot = Pick<PlaceChange, 'screen' | 'block' | 'section' | 'after'>;

/** A new field, placed where people look for it: on the main form, and in the list of an own entity. */
export function emptyField(entity: string, form?: Spot, list?: Spot): FieldForm {
  const place = (spot: Spot, as: PlaceChange['as']) => ({
    ...{ kind: 'place' as const, name: '', field: '' },
    ...{ ...spot, as },
  });
  const places = [...(form ? [place(form, 'item')] : []), ...(list ? [place(list, 'column')] : [])];
  return { entity, title: {}, help: {}, storedName: '', type: 'text', facts: {}, places };
}

/** The form of a field in the draft. */
export function formOfChange(change: FieldChange, changes: readonly Change[]): FieldForm {
  const { kind: _, name, title, help, type, ...facts } = change;
  const [entity = '', storedName = ''] = name.split('.');
  const places = changes.filter(
    (one): one is PlaceChange => isPlaceChange(one) && one.field === storedName && !one.remove,
  );
  return { entity, title, help: help ?? {}, storedName, type, facts, places };
}

export function storedNameOf({ storedName, title }: FieldForm): string {
  return storedName === '' ? pascalName(title['en-CA'] ?? '') : storedName;
}

/** The field change, once the name and both titles are given. */
export function fieldChangeOf(form: FieldForm): FieldChange | undefined {
  const name = storedNameOf(form);
  const title = wholeTexts(form.title);
  if (name === '' || !title) return undefined;
  const help = wholeTexts(form.help);
  return {
    kind: 'field',
    name: `${form.entity}.${name}`,
    type: form.type,
    title,
    ...(help ? { help } : {}),
    ...said(form.facts),
  } as FieldChange;
}

/** The changes of the field and its places. */
export function changesOf(form: FieldForm): readonly Change[] {
  const field = fieldChangeOf(form);
  if (!field) return [];
  const name = storedNameOf(form);
  const places = form.places.map((place) => ({
    ...place,
    field: name,
    name: `${place.screen}.${place.block}.${place.as}.${name}`,
  }));
  return [field, ...places];
}

/** Drops unset members, so that files contain only explicit decisions. */
function said(facts: FieldFacts): FieldFacts {
  const entries = Object.entries(facts).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(entries);
}

/** Sets the visibility; a field required whenever visible follows it. */
export function withVisible(facts: FieldFacts, visible: FieldFacts['visible']): FieldFacts {
  const follows = facts.visible !== undefined && facts.required === facts.visible;
  return { ...facts, visible, ...(follows ? { required: visible ?? true } : {}) };
}

const kept: readonly (keyof FieldFacts)[] = [
  'required',
  'visible',
  'editable',
  'retain',
  'view',
  'edit',
  'unique',
  'computed',
];

/** Changes the type; keeps permissions and conditions, drops what only the old type had. */
export function withType(form: FieldForm, type: FieldType): FieldForm {
  const entries = Object.entries(form.facts).filter(([name]) => kept.includes(name as keyof FieldFacts));
  const places = form.places
    .filter(({ as }) => as === 'item' || isListed(type))
    .map(({ operator: _, twelfths: _width, ...place }) =>
      place.as === 'item' ? { ...place, ...widthOf(type) } : place,
    );
  return { ...form, type, facts: Object.fromEntries(entries), places };
}

/** Whether a cell or a filter of a list can show fields of a type. */
export const isListed = (type: FieldType): boolean => isKind(type) && kinds[type].query.isShown;

/** Rows need the whole width of a section. */
export const widthOf = (type: FieldType): Pick<PlaceChange, 'twelfths'> =>
  hasSetting(type, 'fields') ? { twelfths: 12 } : {};

/** The message about a setting without which the type, or the source of the value, means nothing. */
export function missingSetting({ type, facts }: FieldForm): string | undefined {
  const { rollUp, lookThrough } = facts;
  const lacks = (word: 'reference' | 'sequence' | 'choices' | 'fields') =>
    hasSetting(type, word) && facts[word] === undefined;
  if (lacks('reference')) return 'configure.field.lacks.reference';
  if (lacks('sequence')) return 'configure.field.lacks.sequence';
  if (lacks('choices') && facts.lookup === undefined) return 'configure.field.lacks.choices';
  if (lacks('fields')) return 'configure.field.lacks.fields';
  const isRolledUp = rollUp?.of && rollUp.function && (rollUp.function === 'count' || rollUp.field);
  if (rollUp && !isRolledUp) return 'configure.field.lacks.rollUp';
  return lookThrough && !(lookThrough.by && lookThrough.field)
    ? 'configure.field.lacks.lookThrough'
    : undefined;
}

export type FieldLimit =
  | 'minLength'
  | 'maxLength'
  | 'minimum'
  | 'maximum'
  | 'scale'
  | 'minItems'
  | 'maxItems';

const limits: readonly FieldLimit[] = [
  ...(['minLength', 'maxLength', 'scale', 'minimum', 'maximum', 'minItems', 'maxItems'] as const),
];

/** The limits that fields of a type may set. */
export const limitsOf = (type: FieldType): readonly FieldLimit[] =>
  limits.filter((limit) => hasSetting(type, limit));
