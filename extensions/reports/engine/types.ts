/** What a report looks like: read from a definition file, or made from columns; nothing of the file itself is kept. */
import type { SheetFormat, SheetValue } from '#engine';
import type { Formula } from './formulaTypes.ts';
import type { Periods } from './periods.ts';
import type { Pivot } from './pivot.ts';
import type { ToneRule } from './tones.ts';

export type { DefinitionFinding, Element } from './element.ts';

/** In points. */
export type Box = {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
};

export type PageSetup = {
  readonly width: number;
  readonly height: number;
  readonly margins: {
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
  };
};

export type Align = 'left' | 'center' | 'right';

/** A value that stands, or one that is worked out. */
export type Said = Formula | SheetValue;

export type TextStyle = {
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** A line through or beside the letters. */
  readonly line?: 'under' | 'through' | 'over';
  readonly size?: number;
  readonly align?: Align;
  /** In a box higher than the text; absent: at the top. */
  readonly vertical?: 'middle' | 'bottom';
  readonly format?: Said;
  /** `#rrggbb`, or a name. */
  readonly color?: Said;
  readonly background?: Said;
  readonly borders?: Borders;
  /** Of the letters; absent: sans serif. */
  readonly family?: 'serif' | 'mono';
  /** From line to line, in points. */
  readonly lineHeight?: number;
  /** Between the box and its text; absent: as the writer has it. */
  readonly padding?: Padding;
  /** The box keeps its height, and cuts a text that needs more. */
  readonly isFixed?: boolean;
  /** A line of a table is less high where all of its texts need less. */
  readonly shrinks?: boolean;
  /** Properties that a formula gives. */
  readonly worked?: readonly { readonly name: LookName; readonly said: Formula }[];
  /** Said in place of a value that is not there, on screen and on paper. */
  readonly empty?: string;
  /** Colours by value; the first that holds. */
  readonly tones?: readonly ToneRule[];
};

export type Padding = Readonly<Record<Side, number>>;

/** Properties of a style that are read from text, be it written or worked out. */
export type LookName =
  | 'FontWeight'
  | 'FontStyle'
  | 'FontSize'
  | 'FontFamily'
  | 'TextDecoration'
  | 'TextAlign'
  | 'VerticalAlign'
  | 'LineHeight'
  | `Padding${'Top' | 'Right' | 'Bottom' | 'Left'}`;

export type Side = 'top' | 'right' | 'bottom' | 'left';
type Borders = Readonly<
  Partial<Record<Side, { readonly style: Said; readonly color: Said; readonly width: number }>>
>;

/** As it is shown: what was worked out, worked out. */
export type ShownStyle = Omit<
  TextStyle,
  'format' | 'color' | 'background' | 'borders' | 'tones' | 'worked' | 'empty'
> & {
  readonly tone?: Pick<ToneRule, 'tone' | 'word'>;
  readonly color?: string;
  readonly background?: string;
  readonly borders?: Readonly<Partial<Record<Side, { readonly color: string; readonly width: number }>>>;
};

export type Text = {
  readonly kind: 'text';
  readonly name: string;
  /** Parts of one line or several, in order. */
  readonly values: readonly Said[];
  readonly style: TextStyle;
  /** Where its parts have looks of their own, or its paragraphs places of their own. */
  readonly paragraphs?: readonly Paragraph[];
  /** The reader may sort the table by this. */
  readonly sort?: Formula;
  readonly visibility?: Visibility;
  /** Left empty where it would say again what stands above it, within this scope. */
  readonly hideDuplicates?: string;
  readonly markup?: 'HTML';
  readonly jumps?: Jumps;
};

/** In points: from the left of the text, more for the first line or the others, above and below. */
export type Indents = {
  readonly left: number;
  readonly right: number;
  readonly first: number;
  readonly others: number;
  readonly before: number;
  readonly after: number;
};

export type Paragraph = Indents & {
  readonly style: TextStyle;
  /** Of a list: its bullet or its number, and how deep it is. */
  readonly mark?: string;
  readonly level: number;
  readonly runs: readonly TextRun[];
};

export type TextRun = {
  readonly value: Said;
  readonly style: TextStyle;
  readonly markup?: 'HTML';
  readonly jumps?: Jumps;
};

/** Whether it is shown: hidden to begin with, and the text box that turns it. */
export type Visibility = { readonly hidden: Said; readonly toggle: string | undefined };

/** Where pages begin. */
export type Breaks = {
  readonly start: boolean;
  readonly end: boolean;
  readonly between: boolean;
  /** Pages are numbered from 1 again. */
  readonly resets?: boolean;
};

export type Picture = {
  readonly media: 'image/png' | 'image/jpeg';
  /** Base64. */
  readonly data: string;
};

export type Image = {
  readonly kind: 'image';
  readonly name: string;
  readonly picture?: Picture;
  /** Otherwise the name of one of the pictures of the file, or the content of a field. */
  readonly value: Said;
  readonly pictures?: ReadonlyMap<string, Picture>;
  /** As large as its box, however that distorts it; otherwise it keeps its proportions. */
  readonly isStretched?: boolean;
  readonly visibility?: Visibility;
  readonly jumps?: Jumps;
};

/** An address, a bookmark, or the name of a report with what is passed on to it. */
export type Action = {
  readonly kind: 'address' | 'bookmark' | 'report';
  readonly to: Said;
  readonly parameters: readonly { readonly name: string; readonly value: Said }[];
};

/** Where a reader gets from an item, and how they get to it. */
export type Jumps = {
  readonly action: Action | undefined;
  readonly bookmark: Said;
  /** In the document map. */
  readonly label: Said;
};

/** Another report, printed in place. */
export type Subreport = {
  readonly kind: 'subreport';
  readonly name: string;
  readonly report: string;
  readonly line: number;
  readonly parameters: Action['parameters'];
  readonly visibility?: Visibility;
};

type ChartKind = 'bar' | 'column' | 'line' | 'pie';

export type Chart = {
  readonly kind: 'chart';
  readonly name: string;
  readonly chart: ChartKind;
  readonly isStacked?: boolean;
  readonly dataSet: string;
  readonly title: Said;
  readonly filters: readonly Filter[];
  /** Groups within each other, the outermost first; `label` is what an instance is called. */
  readonly categories: readonly Group[];
  readonly series: readonly Group[];
  readonly values: readonly ChartValue[];
  readonly visibility?: Visibility;
};

type ChartValue = {
  readonly name: Said;
  readonly value: Formula;
  /** Where it is drawn in another way than the chart. */
  readonly chart?: ChartKind;
  /** In the legend, in place of the labels of its groups. */
  readonly legend?: Said;
};

/** A line, or the background and the borders of a rectangle. */
export type Shape = { readonly kind: 'shape'; readonly name: string; readonly style: TextStyle };

/** A table or a chart in a cell is over the rows of the group or row that contains it. */
export type Content = Text | Image | Chart | Tablix | Subreport;

export type Cell = {
  readonly contents: readonly Content[];
  readonly span: number;
  /** Of a rectangle: where each of its contents is. */
  readonly boxes?: readonly Box[];
  /** Of a rectangle itself. */
  readonly style?: TextStyle;
};

export type Sort = { readonly by: Formula; readonly isDescending: boolean };

export type Filter = {
  readonly by: Said;
  readonly operator: string;
  readonly values: readonly Said[];
};

export type Group = {
  readonly name: string;
  /** None: every row is an instance of its own. */
  readonly by: readonly Formula[];
  readonly sort: readonly Sort[];
  readonly filters: readonly Filter[];
  readonly breaks: Breaks | undefined;
  /** In the document map. */
  readonly label?: Said;
  /** Of the page, or the sheet, that an instance begins. */
  readonly pageName?: Said;
};

/** A row of the table, or rows that come again for each instance of a group. */
export type Member = {
  readonly group: Group | undefined;
  readonly header: Cell | undefined;
  readonly members: readonly Member[];
  /** The row of the body; of a leaf only. */
  readonly row: number | undefined;
  readonly hidden: Said;
  /** The text that shows and hides it. */
  readonly toggle: string | undefined;
  /** All of an instance is on one page where it fits. */
  readonly isKept?: boolean;
  /** The line that this one is kept with. */
  readonly keepWith?: 'next' | 'previous';
  /** Its line stands again where its group goes on on another page. */
  readonly isRepeated?: boolean;
  /** Hidden where the table or the group around it has no row. */
  readonly needsRows?: boolean;
};

export type Tablix = {
  readonly kind: 'tablix';
  readonly name: string;
  readonly dataSet: string;
  /** Widths: those of row headers first. */
  readonly headerWidths: readonly number[];
  readonly widths: readonly number[];
  /** Row by row; undefined where a cell before it spans. */
  readonly rows: readonly { readonly height: number; readonly cells: readonly (Cell | undefined)[] }[];
  /** Heads: what stands over the row headers, and over the columns. */
  readonly corner: readonly (readonly (Cell | undefined)[])[];
  readonly columnHeads: readonly (Cell | undefined)[];
  readonly columnHidden: readonly Said[];
  /** Of a matrix, whose columns come again for each instance of a group; `row` is the column of the body. */
  readonly columnMembers?: readonly Member[];
  readonly members: readonly Member[];
  /** So many of the first members are heads that are on every page. */
  readonly headMembers: number;
  /** The heads are on the first page only. */
  readonly headsOnce?: boolean;
  readonly sort: readonly Sort[];
  readonly filters: readonly Filter[];
  readonly noRows: Said;
  /** A rule is under every line, instead of borders of its cells. */
  readonly isRuled?: boolean;
  readonly visibility?: Visibility;
};

export type ReportItem = {
  readonly box: Box;
  readonly hidden: Said;
  readonly toggle?: string | undefined;
  /** Of the rectangles that contain it. */
  readonly around?: readonly Visibility[];
  /** The boxes of the rectangles that contain it, the outermost first. */
  readonly within?: readonly Box[];
  readonly breaks?: Breaks | undefined;
  readonly item: Content | Shape;
};

/** On which pages a head or a foot stands; always on those between. */
export type PrintedOn = { readonly first: boolean; readonly last: boolean };

export type ReportField = {
  readonly name: string;
  readonly format: SheetFormat;
  /** The column of the data it is read from. */
  readonly path: string;
  /** Worked out from others, in place of a column. */
  readonly formula: Formula | undefined;
};

export type DataSetLayout = {
  readonly name: string;
  /** The declared query or the entity it names. */
  readonly query: string;
  readonly line: number;
  readonly fields: readonly ReportField[];
  readonly filters: readonly Filter[];
  /** What it hands on to its query, by the names of the query's parameters. */
  readonly parameters: readonly { readonly name: string; readonly value: Said }[];
  /** Rows entered in the definition itself, by the columns they name. */
  readonly entered: readonly Readonly<Record<string, SheetValue>>[] | undefined;
};

export type ParameterLayout = {
  readonly name: string;
  readonly type: 'String' | 'Boolean' | 'DateTime' | 'Integer' | 'Float';
  readonly isMulti: boolean;
  readonly isNullable: boolean;
  /** An empty text is a value. */
  readonly allowsBlank: boolean;
  readonly choices: readonly { readonly value: Said; readonly label: Said }[];
  /** Choices are the rows of a data set, by the names of its fields. */
  readonly choicesFrom?: { readonly set: string; readonly value: string; readonly label: string };
  readonly defaults: readonly Said[];
  readonly defaultsFrom?: { readonly set: string; readonly value: string };
};

export type TopGroups = {
  readonly group: string;
  readonly total?: { readonly field: string; readonly name: string };
  readonly most: number;
  /** What the group of the others is called. */
  readonly others: string;
};

export type ReportLayout = {
  readonly page: PageSetup;
  readonly body: readonly ReportItem[];
  readonly header: readonly ReportItem[];
  readonly footer: readonly ReportItem[];
  readonly headerOn?: PrintedOn;
  readonly footerOn?: PrintedOn;
  readonly headerHeight: number;
  readonly footerHeight: number;
  /** The body in several columns of a page. */
  readonly columns?: { readonly count: number; readonly spacing: number };
  readonly dataSets: readonly DataSetLayout[];
  readonly parameters: readonly ParameterLayout[];
  /** Values that the whole report shares, by name. */
  readonly variables: ReadonlyMap<string, Said>;
  /** Only the largest groups of a column are shown; the others are one group. */
  readonly top?: TopGroups;
  readonly periods?: Periods;
  readonly pivot?: Pivot;
  /** In which numbers and dates are written; null: that of the reader. */
  readonly language: Said;
  /** Of the first page, or the first sheet, unless a group names it. */
  readonly pageName: Said;
};

export type Row = readonly SheetValue[];

/** The rows of a data set, under the names of its fields. */
export type DataRows = {
  readonly fields: readonly Pick<ReportField, 'name' | 'format'>[];
  readonly rows: readonly Row[];
};
