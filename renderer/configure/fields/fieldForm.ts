/** What a person fills in about a field, and the changes made of it. */
import type { Change, FieldChange, FieldType, PlaceChange } from '#engine';
import { pascalName } from '../storedName.ts';
import { type PartialTexts, wholeTexts } from '../TextsField.tsx';

export type FieldPartProps = {
  readonly form: FieldForm;
  readonly onChange: (form: FieldForm) => void;
};

/** The members of a change that are neither its name nor its texts. */
export type FieldFacts = Partial<Omit<FieldChange, 'kind' | 'name' | 'title' | 'help' | 'type'>>;

export type FieldForm = {
  readonly entity: string;
  readonly title: PartialTexts;
  readonly help: PartialTexts;
  /** As typed; empty: made of the English title. */
  readonly storedName: string;
  readonly type: FieldType;
  readonly facts: FieldFacts;
  readonly places: readonly PlaceChange[];
};

/** What a new field starts as: on the form that most others stand on, where people look for it. */
export function emptyField(
  entity: string,
  form?: Pick<PlaceChange, 'screen' | 'block' | 'section' | 'after'>,
): FieldForm {
  const place = form && { kind: 'place' as const, name: '', ...form, as: 'item' as const, field: '' };
  const places = place ? [place] : [];
  return { entity, title: {}, help: {}, storedName: '', type: 'text', facts: {}, places };
}

/** The form of a field that is in the draft. */
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

/** The field as a change, once it has a name and both titles. */
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

/** The field and where it stands. */
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

/** What is not said is left out, so that files hold only what somebody decided. */
function said(facts: FieldFacts): FieldFacts {
  const entries = Object.entries(facts).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(entries);
}

/** Shown under another condition; what was asked for whenever it is shown still is. */
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

/** Another type keeps who and when, and nothing that only the old one had. */
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

/** The limits a type knows. */
export const limitsOf: Readonly<Record<FieldType, readonly FieldLimit[]>> = {
  text: ['minLength', 'maxLength'],
  multiline: ['minLength', 'maxLength'],
  html: ['maxLength'],
  integer: ['minimum', 'maximum'],
  decimal: ['scale', 'minimum', 'maximum'],
  money: ['scale', 'minimum', 'maximum'],
  percent: ['scale', 'minimum', 'maximum'],
  boolean: [],
  date: [],
  datetime: [],
  time: [],
  duration: [],
  email: ['maxLength'],
  phone: ['maxLength'],
  link: ['maxLength'],
  choice: [],
  reference: [],
  references: ['minItems', 'maxItems'],
  file: [],
  rows: ['minItems', 'maxItems'],
};

export const fieldTypes = Object.keys(limitsOf) as readonly FieldType[];
