/** What a matrix is told by its declaration: where its two lists come from, and what a cell is. */
import type { DataRecord } from '#engine';
import type { RecordSource, WidgetProps } from '../types.ts';

export type AxisOptions = {
  readonly source: RecordSource;
  /** The member that names a column or row; absent: `Name`. */
  readonly label?: string;
  /** Message: what the only one is called where the field that the list depends on is empty; absent: there is none then. */
  readonly single?: string;
  /** Path in the record to what the list as a whole is called. */
  readonly title?: string;
};

export type MatrixKind = 'currency' | 'percent' | 'number' | 'boolean';

export type MatrixOptionsDeclared = {
  readonly columns: AxisOptions;
  readonly rows: AxisOptions;
  /** Members of a row of the field: the ids of its column and row, and the value. */
  readonly cell: { readonly x: string; readonly y: string; readonly value: string };
  /** One kind for all, or one that a field of the record decides. */
  readonly format?:
    | MatrixKind
    | {
        readonly field: string;
        readonly kinds: Readonly<Record<string, MatrixKind>>;
        readonly otherwise: MatrixKind;
      };
  /** What is below is said at the cell, and left out of what is saved. */
  readonly minimum?: number;
  /** What `Clear All` puts in every cell; absent: nothing. */
  readonly clearTo?: number;
  /** Path in the record to what a downloaded file is called. */
  readonly fileName?: string;
};

/** The declared options; a declaration without them draws nothing useful, and says so. */
export function matrixOptions({ options }: Pick<WidgetProps, 'options'>): MatrixOptionsDeclared {
  const declared = options as Partial<MatrixOptionsDeclared>;
  if (!declared.columns?.source || !declared.rows?.source || !declared.cell)
    throw new Error('A matrix needs the options columns, rows and cell.');
  return declared as MatrixOptionsDeclared;
}

/** What the value of a cell is called in messages about it. */
export function valueLabel(props: Pick<WidgetProps, 'options' | 'view' | 'message' | 'label'>): string {
  const { cell } = matrixOptions(props);
  const field = props.view.field.fields?.find(({ name }) => name === cell.value);
  return field ? props.message(field.label) : props.label;
}

/** The kind of all cells of this record. */
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
