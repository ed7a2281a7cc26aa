/** Which elements of a definition are understood; every other one is told by its name and line. */
import { reportUnknownInChart } from './chartElements.ts';
import { type Reading, report } from './elements.ts';
import { isFormulaText } from './formula.ts';
import { inTable } from './inTable.ts';
import type { Element } from './types.ts';

/** Read, or a frame around what is read. */
const read = new Set([
  ...['Report', 'DataSources', 'DataSource', 'ConnectionProperties', 'DataProvider', 'DataSets', 'DataSet'],
  ...['Query', 'DataSourceName', 'CommandType', 'CommandText', 'Fields', 'Field', 'DataField', 'Value'],
  ...['Filters', 'Filter', 'FilterExpression', 'Operator', 'FilterValues', 'FilterValue'],
  ...['ReportParameters', 'ReportParameter', 'DataType', 'Prompt', 'MultiValue', 'Hidden', 'FilteredBy'],
  ...['ValidValues', 'ParameterValues', 'ParameterValue', 'Label', 'DataSetReference', 'DataSetName'],
  ...['ValueField', 'LabelField', 'DefaultValue', 'Values', 'Nullable', 'AllowBlank', 'Name'],
  ...['ReportSections', 'ReportSection', 'Body', 'Page', 'PageHeader', 'PageFooter', 'ReportItems'],
  ...['PageHeight', 'PageWidth', 'LeftMargin', 'RightMargin', 'TopMargin', 'BottomMargin'],
  ...['Top', 'Left', 'Width', 'Height', 'Textbox', 'Paragraphs', 'Paragraph', 'TextRuns', 'TextRun'],
  ...['Rectangle', 'Image', 'Source', 'MIMEType', 'EmbeddedImages', 'EmbeddedImage', 'ImageData', 'Sizing'],
  ...['Visibility', 'ToggleItem', 'UserSort', 'SortExpression', 'SortExpressions', 'SortExpressionScope'],
  ...['SortTarget', 'Direction', 'Tablix', 'TablixBody', 'TablixColumns', 'TablixColumn', 'TablixRows'],
  ...[
    'TablixRow',
    'TablixCells',
    'TablixCell',
    'CellContents',
    'ColSpan',
    'RowSpan',
    'TablixColumnHierarchy',
  ],
  ...['TablixRowHierarchy', 'TablixMembers', 'TablixMember', 'TablixHeader', 'Size', 'TablixCorner'],
  ...['TablixCornerRows', 'TablixCornerRow', 'TablixCornerCell', 'Group', 'GroupExpressions'],
  ...['GroupExpression', 'PageBreak', 'BreakLocation', 'NoRowsMessage', 'KeepWithGroup', 'RepeatOnNewPage'],
  ...['HideDuplicates', 'PrintOnFirstPage', 'PrintOnLastPage', 'RepeatColumnHeaders', 'Disabled'],
  ...['KeepTogether', 'DocumentMapLabel', 'Bookmark', 'ActionInfo', 'Actions', 'Action', 'Hyperlink'],
  ...['BookmarkLink', 'Drillthrough', 'ReportName', 'Parameters', 'Parameter', 'Omit', 'Subreport'],
  ...['Columns', 'ColumnSpacing', 'Line', 'PageName', 'CanGrow', 'CanShrink'],
  ...['LeftIndent', 'RightIndent', 'HangingIndent', 'SpaceBefore', 'SpaceAfter'],
  ...['HideIfNoRows', 'ResetPageNumber', 'InitialPageName', 'ListLevel', 'ListStyle'],
  ...['ToggleImage', 'InitialState', 'Variables', 'Variable', 'Language', 'MarkupType', 'QueryParameters'],
  ...[
    'QueryParameter',
    'Style',
    'Chart',
    'FontWeight',
    'FontSize',
    'TextAlign',
    'Format',
    'Color',
    'BackgroundColor',
  ],
]);

/** Says nothing about what the report shows: looks, hints for exports, notes of a designer. */
const harmless = new Set([
  ...['Description', 'Author', 'AutoRefresh', 'ConsumeContainerWhitespace', 'CustomProperties'],
  ...['ReportParametersLayout', 'DataElementName', 'DataElementStyle', 'DataElementOutput'],
  ...['DataSchema', 'DataTransform', 'InteractiveHeight', 'InteractiveWidth'],
  ...['ZIndex', 'ToolTip'],
  ...['OmitBorderOnPageBreak', 'LayoutDirection', 'GroupsBeforeRowHeaders'],
  ...['RepeatRowHeaders', 'FixedColumnHeaders', 'FixedRowHeaders', 'FixedData'],
  ...['IntegratedSecurity', 'DataSourceReference'],
  ...['QueryParameters', 'Timeout', 'CaseSensitivity', 'Collation', 'AccentSensitivity', 'WidthSensitivity'],
  ...[
    'KanatypeSensitivity',
    'InterpretSubtotalsAsDetails',
    'UsedInQuery',
    'ModifiedDate',
    'Width',
    'MergeTransactions',
  ],
  'EvaluationMode',
  ...['DeferVariableEvaluation', 'LinkToChild'],
]);

/** Whose inside is read as a whole, or is looks only. */
const closed = new Set(['Style', 'CustomProperties', 'ReportParametersLayout', 'QueryParameters']);

/** Understood as it is nearly always written; anything else would change what is seen, and is told. */
const usual: Readonly<Record<string, RegExp>> = {
  ...{ LayoutDirection: /^(?:LTR)?$/, GroupsBeforeRowHeaders: /^0?$/ },
  ...{ WritingMode: /^(?:Default|Horizontal|lr-tb)?$/i, Direction: /^(?:Default|LTR)?$/i },
  ...{ BackgroundGradientType: /^(?:Default|None)?$/, TextEffect: /^(?:Default|None)?$/ },
  ...{ Language: /^(?:Default)?$/, Calendar: /^(?:Default|Gregorian)?$/, NumeralVariant: /^1?$/ },
  ...{ NumeralLanguage: /^(?:Default)?$/, BackgroundImage: /^(?!)/ },
};

/** Of the report, and of a sort: no looks. */
const isOtherwise: ReadonlySet<string> = new Set(['Language', 'Direction']);

const isUnusual = ({ name, text }: Element): boolean => inTable(usual, name)?.test(text.trim()) === false;

const mostFindings = 200;

export function reportUnknown(reading: Reading, element: Element): void {
  for (const child of element.children) {
    if (child.isForeign || reading.findings.length >= mostFindings) continue;
    if (child.name === 'ConnectString' && child.text.trim() === '') continue;
    // A constant only: it is read before there are pages.
    if (child.name === 'ResetPageNumber' && isFormulaText(child.text.trim())) report(reading, child);
    const isOdd = !isOtherwise.has(child.name) && isUnusual(child);
    if (child.name === 'Chart') reportUnknownInChart(reading, child);
    else if (isOdd || (!read.has(child.name) && !harmless.has(child.name))) report(reading, child);
    else if (!closed.has(child.name)) reportUnknown(reading, child);
    else if (child.name === 'Style')
      for (const look of child.children) if (isUnusual(look)) report(reading, look);
  }
}
