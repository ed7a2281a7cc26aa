/** Reads a definition file: the layout, and findings about unsupported parts by element and line. */
import { checkNames } from './checkNames.ts';
import {
  childOf,
  childrenOf,
  formulaIn,
  pointsIn,
  type Reading,
  reach,
  report,
  saidIn,
  textIn,
} from './elements.ts';
import { enteredRows } from './enteredRows.ts';
import { type ItemReading, readItems } from './readItems.ts';
import { readFilters } from './readTablix.ts';
import { isRelativeDate } from './relativeDates.ts';
import { longestImage } from './shownImage.ts';
import { reportUnknown } from './supported.ts';
import type {
  DataSetLayout,
  DefinitionFinding,
  Element,
  PageSetup,
  ParameterLayout,
  Picture,
  PrintedOn,
  ReportField,
  ReportLayout,
} from './types.ts';

type LayoutRead = { readonly layout: ReportLayout; readonly findings: readonly DefinitionFinding[] };

/** `parse` reads the rows that are entered in the file, which are a document of their own. */
export function readLayout(root: Element, parse: (text: string) => Element): LayoutRead {
  const reading: Reading = { findings: [], formulas: [] };
  const section = reach(root, 'ReportSections', 'ReportSection') ?? root;
  const [, second] = childrenOf(childOf(root, 'ReportSections'), 'ReportSection');
  if (second) report(reading, second);
  const page = childOf(section, 'Page') ?? childOf(root, 'Page') ?? root;
  const [header, footer] = [childOf(page, 'PageHeader'), childOf(page, 'PageFooter')];
  const items: ItemReading = { ...reading, images: readImages(reading, root) };
  const layout: ReportLayout = {
    page: readPage(page),
    body: readItems(items, childOf(section, 'Body')),
    header: readItems(items, header),
    footer: readItems(items, footer),
    headerOn: printedOn(header),
    footerOn: printedOn(footer),
    headerHeight: header ? pointsIn(header, 'Height') : 0,
    footerHeight: footer ? pointsIn(footer, 'Height') : 0,
    ...readPageColumns(page),
    dataSets: readDataSets(reading, root, parse),
    parameters: childrenOf(childOf(root, 'ReportParameters'), 'ReportParameter').map((one) =>
      readParameter(reading, one),
    ),
    variables: new Map(
      childrenOf(childOf(root, 'Variables'), 'Variable').map((one) => [
        one.attributes.Name ?? '',
        saidIn(reading, childOf(one, 'Value')),
      ]),
    ),
    language: saidIn(reading, childOf(root, 'Language')),
    pageName: saidIn(reading, childOf(section, 'InitialPageName') ?? childOf(root, 'InitialPageName')),
  };
  checkNames(reading, root, layout);
  reportUnknown(reading, root);
  const seen = new Set<string>();
  const findings = reading.findings
    .filter(({ Element, Line, About }) => {
      const key = `${Element} ${Line} ${About ?? ''}`;
      return !seen.has(key) && seen.add(key);
    })
    .sort((a, b) => a.Line - b.Line);
  return { layout, findings };
}

const mostPageColumns = 20;

function readPageColumns(page: Element): Pick<ReportLayout, 'columns'> {
  const count = Math.min(mostPageColumns, Math.floor(Number(textIn(page, 'Columns'))));
  return count > 1 ? { columns: { count, spacing: pointsIn(page, 'ColumnSpacing', 36) } } : {};
}

/** Not on the first and the last page unless the file says so. */
const printedOn = (element: Element | undefined): PrintedOn => ({
  first: textIn(element, 'PrintOnFirstPage').toLowerCase() === 'true',
  last: textIn(element, 'PrintOnLastPage').toLowerCase() === 'true',
});

/** Portrait letter with margins of half an inch: the page of reports that are built here. */
export const usualPage: PageSetup = {
  ...{ width: 612, height: 792 },
  margins: { top: 36, right: 36, bottom: 36, left: 36 },
};

const [leastSide, mostSide, leastRoom] = [144, 3600, 36];

/** Portrait letter without margins unless the file says otherwise ([MS-RDL] 2.8). */
function readPage(page: Element): PageSetup {
  const side = (name: string, usual: number) =>
    Math.min(mostSide, Math.max(leastSide, pointsIn(page, name, usual)));
  const [width, height] = [side('PageWidth', usualPage.width), side('PageHeight', usualPage.height)];
  /** Margins that leave no room count as none, as in SQL Server Reporting Services. */
  const margins = (first: string, last: string, whole: number) => {
    const both = [Math.max(0, pointsIn(page, first)), Math.max(0, pointsIn(page, last))] as const;
    return whole - both[0] - both[1] < leastRoom ? ([0, 0] as const) : both;
  };
  const [top, bottom] = margins('TopMargin', 'BottomMargin', height);
  const [left, right] = margins('LeftMargin', 'RightMargin', width);
  return { width, height, margins: { top, right, bottom, left } };
}

function readImages(reading: Reading, root: Element): ReadonlyMap<string, Picture> {
  const images = new Map<string, Picture>();
  for (const one of childrenOf(childOf(root, 'EmbeddedImages'), 'EmbeddedImage')) {
    const media = textIn(one, 'MIMEType');
    const data = textIn(one, 'ImageData').replace(/\s+/g, '');
    const isTaken = (media === 'image/png' || media === 'image/jpeg') && data.length < longestImage;
    if (isTaken && /^[A-Za-z0-9+/]+={0,2}$/.test(data))
      images.set(one.attributes.Name ?? '', { media, data });
    else report(reading, one, media);
  }
  return images;
}

function readDataSets(
  reading: Reading,
  root: Element,
  parse: (text: string) => Element,
): readonly DataSetLayout[] {
  const providers = new Map(
    childrenOf(childOf(root, 'DataSources'), 'DataSource').map((source) => [
      source.attributes.Name ?? '',
      textIn(childOf(source, 'ConnectionProperties'), 'DataProvider'),
    ]),
  );
  return childrenOf(childOf(root, 'DataSets'), 'DataSet').map((element) => {
    const query = childOf(element, 'Query');
    const command = childOf(query, 'CommandText');
    const text = command?.text.trim() ?? '';
    const isEntered =
      providers.get(textIn(query, 'DataSourceName')) === 'ENTERDATA' || text.startsWith('<Query');
    const entered = isEntered ? enteredRows(reading, command, parse) : undefined;
    return {
      name: element.attributes.Name ?? '',
      query: isEntered ? '' : text,
      line: command?.line ?? element.line,
      fields: childrenOf(childOf(element, 'Fields'), 'Field').map((field) => readField(reading, field)),
      filters: readFilters(reading, element),
      parameters: childrenOf(childOf(query, 'QueryParameters'), 'QueryParameter').map((one) => ({
        name: (one.attributes.Name ?? '').replace(/^[@:]/, ''),
        value: saidIn(reading, childOf(one, 'Value')),
      })),
      entered,
    };
  });
}

const formats: Readonly<Record<string, ReportField['format']>> = {
  ...{ 'System.Int16': 'integer', 'System.Int32': 'integer', 'System.Int64': 'integer' },
  ...{ 'System.Decimal': 'number', 'System.Double': 'number', 'System.Single': 'number' },
  ...{ 'System.DateTime': 'date', 'System.Boolean': 'boolean' },
};

function readField(reading: Reading, field: Element): ReportField {
  const name = field.attributes.Name ?? '';
  return {
    name,
    path: textIn(field, 'DataField') || name,
    format: formats[textIn(field, 'TypeName')] ?? 'text',
    formula: formulaIn(reading, childOf(field, 'Value')),
  };
}

const types = ['String', 'Boolean', 'DateTime', 'Integer', 'Float'] as const;

function readParameter(reading: Reading, element: Element): ParameterLayout {
  const type = textIn(element, 'DataType');
  const choices = childrenOf(reach(element, 'ValidValues', 'ParameterValues'), 'ParameterValue');
  const listed = reach(element, 'ValidValues', 'DataSetReference');
  const given = reach(element, 'DefaultValue', 'DataSetReference');
  const is = (name: string) => textIn(element, name).toLowerCase() === 'true';
  const isMulti = is('MultiValue');
  return {
    name: element.attributes.Name ?? '',
    type: types.find((one) => one === type) ?? 'String',
    // Several values are never Nothing.
    ...{ isMulti, isNullable: is('Nullable') && !isMulti, allowsBlank: is('AllowBlank') },
    choices: choices.map((one) => {
      const value = saidIn(reading, childOf(one, 'Value'));
      return { value, label: saidIn(reading, childOf(one, 'Label')) ?? value };
    }),
    ...(listed
      ? {
          choicesFrom: {
            ...{ set: textIn(listed, 'DataSetName'), value: textIn(listed, 'ValueField') },
            label: textIn(listed, 'LabelField') || textIn(listed, 'ValueField'),
          },
        }
      : {}),
    defaults: childrenOf(reach(element, 'DefaultValue', 'Values'), 'Value')
      .filter(({ text }) => !isRelativeDate(text))
      .map((one) => saidIn(reading, one)),
    ...(given
      ? { defaultsFrom: { set: textIn(given, 'DataSetName'), value: textIn(given, 'ValueField') } }
      : {}),
  };
}
