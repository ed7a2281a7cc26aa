/** Print formats of an entity, compiled. */
import type { PrintBlock, PrintCell } from '../declaration/types.generated.ts';
import type { Compiled } from '../expression/types.ts';

export type PrintTexts = Readonly<Record<'en-CA' | 'fr-CA', string>>;

type Side = 'top' | 'right' | 'bottom' | 'left';

export type PaperModel = {
  readonly size: 'letter' | 'legal' | 'A4';
  readonly landscape: boolean;
  /** In millimetres. */
  readonly margins: Readonly<Record<Side, number>>;
};

/** At the left of every header. */
export type PrintLogoModel = {
  readonly media: 'image/png' | 'image/jpeg';
  /** Base64. */
  readonly data: string;
  /** In millimetres. */
  readonly height: number;
};

/** The repeated top or bottom of a page. */
export type PrintEdgeModel = {
  readonly brand: boolean;
  readonly text?: PrintTexts;
  readonly pages: boolean;
  readonly moment: boolean;
};

export type PrintCellModel = Pick<PrintCell, 'field' | 'share'> & {
  readonly label?: PrintTexts;
  readonly total: boolean;
};

export type PrintBlockModel = Pick<PrintBlock, 'print' | 'field' | 'entity' | 'through' | 'width'> & {
  readonly if?: Compiled;
  readonly where?: Compiled;
  readonly text?: PrintTexts;
  readonly fields: readonly string[];
  /** Field → when it is printed; only the layout of a form has such. */
  readonly conditions?: Readonly<Record<string, Compiled>>;
  readonly columns: 1 | 2 | 3;
  /** Absent: all fields of the rows. */
  readonly cells?: readonly PrintCellModel[];
  /** JSON pointer in the file. */
  readonly pointer: string;
};

export type PrintFormatModel = {
  readonly id: string;
  readonly entity: string;
  readonly title: PrintTexts;
  readonly open: boolean;
  readonly off: boolean;
  readonly for: 'record' | 'list';
  readonly isDefault: boolean;
  /** Absent: everyone who may read the record. */
  readonly roles?: readonly string[];
  readonly languages: readonly ('en-CA' | 'fr-CA')[];
  readonly paper: PaperModel;
  readonly logo?: PrintLogoModel;
  readonly header: PrintEdgeModel;
  readonly footer: PrintEdgeModel;
  readonly blocks: readonly PrintBlockModel[];
  /** `<kind>/<name>` of the overlay change behind it. */
  readonly overlay?: string;
  readonly file: string;
  readonly pointer: string;
};
