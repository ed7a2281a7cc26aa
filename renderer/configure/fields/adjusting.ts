/** The adjustable parts of a shipped field, and the change made from them. */
import { type AdjustChange, type FieldModel, kinds, type Locale } from '#engine';
import { type PartialTexts, wholeTexts } from '../TextsField.tsx';

export const adjustableLimits = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
] as const;
type AdjustableLimit = (typeof adjustableLimits)[number];

export type Adjusting = {
  readonly title: PartialTexts;
  readonly help: PartialTexts;
  readonly limits: Partial<Readonly<Record<AdjustableLimit, number>>>;
  /** For a text shipped without a pattern. */
  readonly pattern?: string | undefined;
  readonly shape?: PartialTexts | undefined;
  readonly required: boolean;
  readonly hidden: boolean;
};

/** The current adjustments of a field. */
export function adjustingOf(
  field: FieldModel,
  text: (key: string, locale: Locale) => string,
  before?: AdjustChange,
): Adjusting {
  const texts = (key: string) => ({ 'en-CA': text(key, 'en-CA'), 'fr-CA': text(key, 'fr-CA') });
  const known = adjustableLimits.flatMap((name) => {
    const value = field.limits[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    title: texts(field.label),
    help: field.help ? texts(field.help) : {},
    limits: Object.fromEntries(known),
    pattern: before?.pattern,
    shape: before?.shape,
    required: field.required,
    hidden: before?.hidden === true,
  };
}

type Making = {
  readonly field: FieldModel;
  readonly before: AdjustChange | undefined;
  /** State when the page opened. */
  readonly start: Adjusting;
  readonly form: Adjusting;
};

/** Whether a text may get a pattern: it has none, or one from the overlay. */
export function mayHaveShape({ kind, limits }: FieldModel, before: AdjustChange | undefined): boolean {
  return kinds[kind].normal === 'line' && (limits.pattern === undefined || before?.pattern !== undefined);
}

/** Contains only differences; undefined without any. The server records the shipped values. */
export function adjustChange({ field, before, start, form }: Making): AdjustChange | undefined {
  const members = changedMembers(start, form);
  if (Object.keys(members).length === 0) return before;
  return { ...before, ...members, kind: 'adjust', name: `field.${field.entity}.${field.path}` };
}

function changedMembers(start: Adjusting, form: Adjusting): Partial<AdjustChange> {
  const title = differs(start.title, form.title) ? wholeTexts(form.title) : undefined;
  const help = differs(start.help, form.help) ? wholeTexts(form.help) : undefined;
  const limits = adjustableLimits.filter((name) => start.limits[name] !== form.limits[name]);
  return {
    ...(title ? { title } : {}),
    ...(help ? { help } : {}),
    ...Object.fromEntries(limits.map((name) => [name, form.limits[name]])),
    ...(differs([start.pattern, start.shape], [form.pattern, form.shape])
      ? { pattern: form.pattern, shape: form.pattern ? wholeTexts(form.shape) : undefined }
      : {}),
    ...(form.required && !start.required ? { required: true as const } : {}),
    ...(form.hidden !== start.hidden ? { hidden: form.hidden } : {}),
  };
}

function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}
