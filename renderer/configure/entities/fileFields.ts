/** Fields of a new entity, as proposed from the columns of a file or the properties of a schema. */
import { type Change, type EntityChange, type FieldChange, type FieldType, usualNames } from '#engine';
import { pascalName } from '../storedName.ts';

export type ProposedColumn = {
  readonly At: number;
  readonly Title: string;
  readonly Samples: readonly string[];
  readonly Type: FieldType;
  readonly Facts: Partial<FieldChange>;
  readonly Reason: string;
  /** The stored name; absent: from the title. */
  readonly Name?: string;
  /** Names of the columns that its condition reads. */
  readonly Needs?: readonly string[];
};

export type ProposedFile = {
  /** Absent for a schema. */
  readonly FileId?: string;
  readonly FileName?: string;
  readonly Columns: readonly ProposedColumn[];
};

export type FileForm = {
  readonly file: ProposedFile;
  /** Columns that are left out. */
  readonly without: readonly number[];
  /** Types other than the proposed ones. */
  readonly types: Readonly<Record<number, FieldType>>;
  /** The column with the name of the record. */
  readonly name: number | undefined;
};

/** Types that need nothing but a title. */
export const plainTypes: readonly FieldType[] = [
  ...(['text', 'multiline', 'integer', 'decimal', 'money', 'percent', 'boolean'] as const),
  ...(['date', 'datetime', 'time', 'email', 'phone', 'link', 'place', 'signature'] as const),
];

export function fileForm(file: ProposedFile): FileForm {
  const all = file.Columns.filter(({ Type }) => Type === 'text');
  const filled = all.filter(({ Samples }) => Samples.length > 0);
  const texts = filled.length > 0 ? filled : all;
  const name = texts.find(({ Title }) => /^(name|nom|title|titre)$/i.test(Title.trim()));
  const other = texts.find(({ Facts }) => Facts.unique !== true) ?? texts[0];
  return { file, without: [], types: {}, name: (name ?? other)?.At };
}

/** Column → stored name; names are unique, and none is one that the server uses itself. */
export function storedNames({ file, without, name }: FileForm): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const taken = new Set(usualNames);
  for (const { At, Title, Name } of file.Columns) {
    if (without.includes(At)) continue;
    if (At === name) {
      names.set(At, 'Name');
      continue;
    }
    const base = Name ?? (pascalName(Title).slice(0, 58) || `Column${At + 1}`);
    let free = base;
    for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${base}${count}`;
    taken.add(free.toLowerCase());
    names.set(At, free);
  }
  return names;
}

/** Columns that the list shows at once. */
const mostShown = 6;

/** The entity with its fields, each on the form and in the list. */
export function changesOfFile(entity: EntityChange, form: FileForm): readonly Change[] {
  const names = storedNames(form);
  const { Columns } = form.file;
  const own = Columns.filter(({ At }) => names.has(At) && At !== form.name);
  const named = Columns.find(({ At }) => At === form.name && names.has(At));
  const fields = own.flatMap((column, index): readonly Change[] => {
    const stored = names.get(column.At) as string;
    const reference = typeOf(form, column) === 'reference' && !stored.endsWith('Id') ? `${stored}Id` : stored;
    const text = column.Title.trim() || stored;
    return [
      {
        ...factsOf(form, column),
        kind: 'field',
        name: `${entity.name}.${reference}`,
        type: typeOf(form, column),
        title: { 'en-CA': text, 'fr-CA': text },
      } as FieldChange,
      placeOf(`${entity.name}-create`, 'form', 'item', reference),
      ...(index < mostShown ? [placeOf(`${entity.name}-list`, 'list', 'column', reference)] : []),
    ];
  });
  const label = named?.Title.trim();
  return [{ ...entity, ...(label && { label: { 'en-CA': label, 'fr-CA': label } }) }, ...fields];
}

export const typeOf = ({ types }: FileForm, { At, Type }: ProposedColumn): FieldType => types[At] ?? Type;

/** What was proposed holds for the proposed type only. */
function factsOf(form: FileForm, column: ProposedColumn): Partial<FieldChange> {
  const { visible, ...facts } = column.Facts;
  const { required, help } = facts;
  const condition = visible !== undefined && hasNeeded(form, column) ? { visible } : {};
  if (typeOf(form, column) === column.Type) return { ...facts, ...condition };
  return { ...(required !== undefined && { required }), ...(help && { help }), ...condition };
}

/** Whether the columns that a condition reads become fields as proposed. */
function hasNeeded(form: FileForm, { Needs = [] }: ProposedColumn): boolean {
  const { Columns } = form.file;
  return Needs.every((name) => {
    const read = Columns.find(({ Name }) => Name === name);
    const isAsProposed = read && !form.without.includes(read.At) && typeOf(form, read) === read.Type;
    return isAsProposed && form.name !== read.At;
  });
}

export function placeOf(screen: string, block: string, as: 'item' | 'column', field: string): Change {
  return { kind: 'place', name: `${screen}.${block}.${as}.${field}`, screen, block, as, field };
}

/** Title of the column → field, as the import remembers it. */
export function rememberedMapping(form: FileForm): Readonly<Record<string, string | null>> {
  const names = storedNames(form);
  return Object.fromEntries(
    form.file.Columns.map((column) => {
      const stored = names.get(column.At);
      const isReference = typeOf(form, column) === 'reference' && column.At !== form.name;
      return [
        column.Title,
        stored && isReference && !stored.endsWith('Id') ? `${stored}Id` : (stored ?? null),
      ];
    }),
  );
}
