import type { FieldKind, FieldModel, Locale, Model } from '#engine';
import { type Formats, formatsFor } from '../data/formats.ts';

export type FormatOptions = {
  readonly kind: FieldKind;
  readonly locale: Locale;
  readonly scale?: number;
  /** Words for true and false. */
  readonly yes: string;
  readonly no: string;
};

/** A value as plain text: grid cells, read-only fields, conflict lists. Empty for no value. */
export function formatValue(value: unknown, options: FormatOptions): string {
  if (value === null || value === undefined || value === '') return '';
  return writers[options.kind](value, options, formatsFor(options.locale));
}

type Writer = (value: unknown, options: FormatOptions, formats: Formats) => string;

const writers = {
  id: asText,
  text: asText,
  multiline: asText,
  rule: asText,
  html: (value) => plainTextOf(String(value)),
  integer: ifNumber((value, _options, formats) => formats.number(value)),
  decimal: ifNumber((value, { scale }, formats) => formats.number(value, scale)),
  money: ifNumber((value, { scale }, formats) => formats.money(value, scale)),
  percent: ifNumber((value, { scale }, formats) => formats.percent(value, scale)),
  boolean: (value, { yes, no }) => (value === true ? yes : no),
  date: (value, _options, formats) => formats.date(String(value)),
  datetime: (value, _options, formats) => formats.dateTime(String(value)),
  choice: labelOf,
  flags: asText,
  reference: labelOf,
  file: labelOf,
  references: (value) => (Array.isArray(value) ? value.map(labelOf).join(', ') : asText(value)),
  rows: (value) => (Array.isArray(value) ? String(value.length) : ''),
  object: asText,
  json: asText,
} satisfies Record<FieldKind, Writer>;

function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The text of HTML on one line. */
function plainTextOf(html: string): string {
  return html
    .slice(0, 20_000)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** A value that is not a number is shown as it is; hiding it would hide a mistake. */
function ifNumber(write: (value: number, options: FormatOptions, formats: Formats) => string): Writer {
  return (value, options, formats) =>
    typeof value === 'number' ? write(value, options, formats) : asText(value);
}

/** The label of a referenced record, if its expansion contains it. */
export function labelOfTarget(model: Model, { ref }: FieldModel, expanded: unknown): string | undefined {
  if (typeof expanded !== 'object' || expanded === null) return undefined;
  const own = (expanded as Record<string, unknown>)[model.entities.get(ref?.entity ?? '')?.labelField ?? ''];
  return own === undefined || own === null ? labelOf(expanded) : String(own);
}

/** The label of an expanded reference or lookup item, else the bare value. */
export function labelOf(value: unknown): string {
  if (typeof value !== 'object' || value === null)
    return value === null || value === undefined ? '' : String(value);
  const item = value as Record<string, unknown>;
  return String(item.DisplayName ?? item.Name ?? item.Code ?? item.Id ?? '');
}
