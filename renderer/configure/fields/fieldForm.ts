/** The form of a field, and the changes made from it. */
import { type Change, type FieldChange, type FieldType, hasSetting, type PlaceChange } from '#engine';
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

/** A new field, placed on the main form, where people look for it. */
export function emptyField(
  entity: string,
  form?: Pick<PlaceChange, 'screen' | 'block' | 'section' | 'after'>,
): FieldForm {
  const place = form && { kind: 'place' as const, name: '', ...form, as: 'item' as const, field: '' };
  const places = place ? [place] : [];
  return { entity, title: {}, help: {}, storedName: '', type: 'text', facts: {}, places };
}

/** The form of a field in the draft. */
export function formOfChange(change: FieldChange, changes: readonly Change[]): FieldForm {
  const { kind: _, name, title, help, type, ...facts } = change;
  const [entity = '', storedName = ''] = name.split('.');
  const places = changes.filter(
    (one): one is PlaceChange => one.kind === 'place' && one.field === storedName && !one.remove,
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
  const places = form.places.map(({ operator: _, ...place }) => place);
  return { ...form, type, facts: Object.fromEntries(entries), places };
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
