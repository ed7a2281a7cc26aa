/** Declared options of a matrix: its two lists, and its cells. */
import type { DataRecord } from '#engine';
import type { RecordSource, WidgetProps } from '../types.ts';

export type AxisOptions = {
  readonly source: RecordSource;
  /** The member that names a column or row; `Name` by default. */
  readonly label?: string;
  /**
   * Message that names a single column or row if the field that the list depends on is empty; absent: there
   * is none.
   */
  readonly single?: string;
  /** Path in the record to the title of the list. */
  readonly title?: string;
};

export type MatrixKind = 'currency' | 'percent' | 'number' | 'boolean';

export type MatrixOptionsDeclared = {
  readonly columns: AxisOptions;
  readonly rows: AxisOptions;
  /** Members of a row of the field: column id, row id and value. */
  readonly cell: { readonly x: string; readonly y: string; readonly value: string };
  /** One kind for all cells, or one decided by a field of the record. */
  readonly format?:
    | MatrixKind
    | {
        readonly field: string;
        readonly kinds: Readonly<Record<string, MatrixKind>>;
        readonly otherwise: MatrixKind;
      };
  /** Lower values get a warning and are not saved. */
  readonly minimum?: number;
  /** Value that `Clear All` sets; absent: none. */
  readonly clearTo?: number;
  /** Path in the record to the name of the exported file. */
  readonly fileName?: string;
};

/** The validated options. Throws if any are missing. */
export function matrixOptions({ options }: Pick<WidgetProps, 'options'>): MatrixOptionsDeclared {
  const declared = options as Partial<MatrixOptionsDeclared>;
  if (!declared.columns?.source || !declared.rows?.source || !declared.cell)
    throw new Error('A matrix needs the options columns, rows and cell.');
  return declared as MatrixOptionsDeclared;
}

/** The name of a value, for messages. */
export function valueLabel(props: Pick<WidgetProps, 'options' | 'view' | 'message' | 'label'>): string {
  const { cell } = matrixOptions(props);
  const field = props.view.field.fields?.find(({ name }) => name === cell.value);
  return field ? props.message(field.label) : props.label;
}

/** The kind of cells for this record. */
export function kindOf({ format = 'number' }: MatrixOptionsDeclared, record: DataRecord): MatrixKind {
  if (typeof format === 'string') return format;
  return format.kinds[String(record[format.field])] ?? format.otherwise;
}

/** The text at a dotted path of the record. */
export function textAt(record: DataRecord, path: string | undefined): string {
  let value: unknown = path === undefined ? undefined : record;
  for (const step of path?.split('.') ?? []) value = (value as DataRecord | null | undefined)?.[step];
  return value === undefined || value === null ? '' : String(value);
}
