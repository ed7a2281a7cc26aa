import { type FieldKind, holdsFiles, kinds, type Locale, type Model, refersToMany } from '#engine';
import { lazyComponent } from '../data/fetched.tsx';
import { fileFacts } from '../data/files.ts';
import { formatsFor } from '../data/formats.ts';
import { kindViews } from '../fields/registry.ts';
import { Badge, type BadgeTone, badgeTone } from '../parts/Badge.tsx';
import { OutwardLink } from '../parts/Link.tsx';
import { formatValue } from '../widgets/formatValue.ts';
import { namesOfFlags } from '../widgets/namesOfFlags.ts';
import type { CellTools } from './cellTools.ts';
import styles from './grid.module.css';

/** Loaded on demand, as few lists show files. */
const FileCell = lazyComponent(async () => (await import('./FileCell.tsx')).FileCell);

/** How to format a cell. */
type CellFormat = {
  readonly kind: FieldKind;
  readonly lookup?: string;
  readonly isPerson?: boolean;
  readonly scale?: number;
  /** `date`: only the date of a time; `fixed`: all digits of a percentage; `roles`: names for role ids;
   * `entity-name`: the name of a kind of records. */
  readonly widget?: string;
  readonly options: Readonly<Record<string, unknown>>;
};

type Props = {
  readonly value: unknown;
  readonly format: CellFormat;
  readonly tools: CellTools;
  /** The cell leads to its record: what stands in it leads nowhere else. */
  readonly isLink?: boolean;
};

/** Draws a value: a badge for lookups with tones, a tick for true, else text. */
export function CellValue({ value, format, tools, isLink = false }: Props) {
  if (isChoices(value, format)) return <Chips choices={value} format={format} tools={tools} />;
  if (isOfRows(value, format)) return <RowValues text={cellText(value, format, tools)} />;
  const file = holdsFiles(format) ? fileFacts(value) : undefined;
  if (file) return <FileCell file={file} tools={tools} waiting={file.Name} />;
  const tone = toneOf(value, format, tools);
  const text = cellText(value, format, tools);
  const Cell = format.lookup ? undefined : kindViews[format.kind].cell;
  if (Cell) return <Cell value={value} text={text} say={tools.say} />;
  if (tone && text) return <Badge tone={tone}>{text}</Badge>;
  if (text === '') return <span className={styles.blank}>–</span>;
  const href = isLink ? undefined : kinds[format.kind].href?.(String(value));
  return href ? <OutwardLink href={href}>{text}</OutwardLink> : text;
}

/** The value as plain text, for copying and labels. */
export function cellText(value: unknown, format: CellFormat, tools: CellTools): string {
  const { model, locale, say, nameOfPerson } = tools;
  if (isChoices(value, format)) return value.map((one) => cellText(one, format, tools)).join('; ');
  if (isOfRows(value, format)) return value.map((one) => cellText(one, format, tools)).join(', ');
  if (format.widget === 'roles' && Array.isArray(value))
    return value.map((role) => say(`role.${role}`)).join(', ');
  if (format.widget === 'entity-name' && typeof value === 'string')
    return say(model.entities.get(value)?.title ?? value);
  if (format.isPerson && nameOfPerson && value) return nameOfPerson(String(value));
  if (format.kind === 'flags') return namesOfFlags(value, flagItems(format, { model, say }));
  const item = format.lookup && lookupItem(model, format.lookup, value);
  if (item) return say(`lookup.${format.lookup}.${item.Name}`);
  if (format.widget === 'date' && typeof value === 'string') return dayText(value, format, locale);
  if (format.widget === 'fixed' && typeof value === 'number')
    return formatsFor(locale).fixedPercent(value, format.scale ?? 2);
  const words = { yes: say('ui.yes'), no: say('ui.no') };
  return formatValue(value, { kind: format.kind, scale: format.scale, locale, ...words });
}

/** The date, in the format of the locale or the column. */
function dayText(value: string, { kind, options }: CellFormat, locale: Locale): string {
  const formats = formatsFor(locale);
  if (typeof options.format === 'string') return formats.written(value, options.format);
  return kinds[kind].day === 'day' ? formats.date(value) : formats.day(value);
}

/** Whether the value holds one entry for each row of a list. */
function isOfRows(value: unknown, { kind }: CellFormat): value is readonly unknown[] {
  return Array.isArray(value) && kind !== 'rows' && !refersToMany({ kind }) && kind !== 'json';
}

/** Several choices of one record; of a list of rows there is such a list for each row. */
function isChoices(value: unknown, { kind }: CellFormat): value is readonly unknown[] {
  return kinds[kind].elements === 'codes' && Array.isArray(value) && !value.some(Array.isArray);
}

/** A badge for each choice. */
function Chips({
  choices,
  format,
  tools,
}: Pick<Props, 'format' | 'tools'> & { choices: readonly unknown[] }) {
  if (choices.length === 0) return <span className={styles.blank}>–</span>;
  return (
    <span className={styles.chips}>
      {choices.map((one) => (
        <Badge key={String(one)} tone={toneOf(one, format, tools)}>
          {cellText(one, format, tools)}
        </Badge>
      ))}
    </span>
  );
}

function RowValues({ text }: { text: string }) {
  return text === '' ? <span className={styles.blank}>–</span> : text;
}

/** Kinds aligned at the end of the column, so that their digits line up. */
export function isNumeric(kind: FieldKind): boolean {
  return kinds[kind].isNumeric === true;
}

function flagItems({ lookup = '' }: CellFormat, { model, say }: Pick<CellTools, 'model' | 'say'>) {
  const items = model.lookups.get(lookup)?.items ?? [];
  return items.map(({ Id, Name }) => ({ Id: Number(Id), label: say(`lookup.${lookup}.${Name}`) }));
}

function lookupItem(model: Model, lookup: string, value: unknown) {
  const id = typeof value === 'object' && value !== null && 'Id' in value ? value.Id : value;
  return model.lookups.get(lookup)?.items.find((item) => item.Id === id);
}

/** The tone of the lookup item, or by its name in the column: `tones: { Active: 'positive' }`. */
function toneOf(
  value: unknown,
  { lookup, options }: CellFormat,
  { model }: CellTools,
): BadgeTone | undefined {
  const item = lookup === undefined ? undefined : lookupItem(model, lookup, value);
  const tones = options.tones as Readonly<Record<string, string>> | undefined;
  if (!item || (!tones && !item.tone)) return undefined;
  return badgeTone(tones?.[item.Name] ?? item.tone);
}
