/** Filters and columns of a definition file in the terms of a report, and unsupported elements. */

import type { DataRecord } from '#engine';
import {
  elementIn as childOf,
  elementsIn as childrenOf,
  type DefinitionElement,
  type DefinitionFinding,
  type ParameterLayout,
  type ReportLayout,
  readLayout,
  relativeDateOf,
  reportName,
  textIn,
  elementsWithin as within,
} from '#extensions/reports/engine';
import { parseDocument } from './parseDefinition.ts';
import type { ProposedData } from './proposeData.ts';
import { entered } from './reportRecords.ts';

type Element = DefinitionElement;

type DefinitionParts = {
  readonly dataSet: string;
  readonly parameters: readonly DataRecord[];
  readonly columns: readonly DataRecord[];
  /** Names of the lists of values that parameters use. */
  readonly lists: readonly string[];
  readonly unsupported: readonly DefinitionFinding[];
  readonly proposed: readonly ProposedData[];
  /** Reports that it shows within itself. */
  readonly subreports: readonly { readonly name: string; readonly line: number }[];
};

/** Ids of control types. */
const controls = { checkList: 1, list: 5, date: 7, neededDate: 8, text: 9, hidden: 10 } as const;

const operators: Readonly<Record<string, string>> = {
  Equal: 'eq',
  In: 'in',
  Like: 'contains',
  GreaterThanOrEqual: 'ge',
  LessThanOrEqual: 'le',
};

type Around = {
  readonly newId: () => string;
  /** Data set name and command → query or entity. */
  readonly bind: (name: string, command: string) => string | undefined;
  /** List of values → the lookup or entity whose items are offered. */
  readonly bindList: (name: string, command: string) => string | undefined;
  /** For a query text that names no declared data. */
  readonly propose: (set: ReportLayout['dataSets'][number]) => ProposedData | undefined;
  /** The field that a data set calls by another notation. */
  readonly fieldIn: (data: string, written: string) => string | undefined;
};

export function definitionParts(
  root: Element,
  { newId, bind, bindList, propose, fieldIn }: Around,
): DefinitionParts {
  const dataSets = childrenOf(childOf(root, 'DataSets'), 'DataSet');
  const commands = new Map(
    dataSets.map((set) => [set.attributes.Name ?? '', textIn(childOf(set, 'Query'), 'CommandText')]),
  );
  const declared = childrenOf(childOf(root, 'ReportParameters'), 'ReportParameter');
  const main = mainSet(root, declared);
  const { layout } = readLayout(root, parseDocument);
  const proposed = layout.dataSets
    .filter(({ entered: given, name, query }) => given === undefined && bind(name, query) === undefined)
    .flatMap((set) => propose(set) ?? []);
  const proposal = proposed.find(({ dataSet }) => dataSet === main?.attributes.Name);
  const data = isEntered(root, main) ? entered : (proposal?.entity ?? dataOfSet(main, bind));
  const fields = new Map(
    childrenOf(childOf(main, 'Fields'), 'Field')
      // Calculated fields are not fields of records.
      .filter((field) => childOf(field, 'DataField') || isEntered(root, main))
      .map((field) => {
        const path = textIn(field, 'DataField');
        return [field.attributes.Name ?? '', fieldIn(data, path) ?? path];
      }),
  );
  const conditions = conditionsOf(main, fields);
  const listFor = (name: string) => bindList(name, commands.get(name) ?? '');
  const offered = offeredIn(layout, bind);
  const parameters = declared.map((each) => parameterOf(each, { listFor, conditions, offered, Id: newId() }));
  const byName = new Map(parameters.map(({ ParameterName, Id }) => [ParameterName, Id]));
  const shown = shownFields(root);
  return {
    dataSet: data,
    proposed,
    parameters: parameters.map((one) => ({
      ...one,
      ReportFilterIdFilteredBy: byName.get(one.ReportFilterFilteredBy) ?? null,
    })),
    columns: [...fields].map(([name, path], index) => ({
      ...{
        Id: newId(),
        ReportColumnName: path || name,
        Label: null,
        OrdinalPosition: index,
        SortOrder: '0',
      },
      ...{ IsDefault: shown.has(name), IsSelected: shown.has(name) },
    })),
    lists: [
      ...new Set(
        parameters.flatMap(({ ListOfValuesSp }) => (ListOfValuesSp ? [String(ListOfValuesSp)] : [])),
      ),
    ],
    unsupported: unsupportedIn(root, bind),
    subreports: [...within(root)]
      .filter(({ name }) => name === 'Subreport')
      .map((one) => ({ name: reportName(textIn(one, 'ReportName')), line: one.line })),
  };
}

/** The first data set that a region shows; without one, the first that is not a list of values. */
function mainSet(root: Element, declared: readonly Element[]): Element | undefined {
  const dataSets = childrenOf(childOf(root, 'DataSets'), 'DataSet');
  const listed = new Set(declared.flatMap((each) => listName(each) ?? []));
  const regions = new Set(
    [...within(root)]
      .filter(({ name }) => name === 'Tablix' || name === 'Chart')
      .map((one) => textIn(one, 'DataSetName')),
  );
  const nameOf = (set: Element) => set.attributes.Name ?? '';
  return (
    dataSets.find((set) => regions.has(nameOf(set))) ??
    dataSets.find((set) => !listed.has(nameOf(set))) ??
    dataSets[0]
  );
}

/** Parameters with choices of their own: listed in the file, or rows of a data set that are known. */
function offeredIn({ dataSets, parameters }: ReportLayout, bind: Around['bind']): ReadonlySet<string> {
  const offers = ({ type, choices, choicesFrom }: ParameterLayout): boolean => {
    const set = dataSets.find(({ name }) => name === choicesFrom?.set);
    // Without a field for the value, the whole list is meant: that of the lookup or entity.
    const isKnown =
      set &&
      choicesFrom?.value !== '' &&
      (set.entered !== undefined || bind(set.name, set.query) !== undefined);
    return choices.length > 0 || isKnown === true || (type === 'Boolean' && !choicesFrom);
  };
  return new Set(parameters.filter(offers).map(({ name }) => name));
}

type Condition = { readonly path: string; readonly operator: string };
type Parts = {
  /** The lookup or entity of a data set of values. */
  readonly listFor: (dataSet: string) => string | undefined;
  readonly conditions: ReadonlyMap<string, Condition>;
  /** Parameters that have choices of their own. */
  readonly offered: ReadonlySet<string>;
  readonly Id: string;
};

function dataOfSet(set: Element | undefined, bind: Around['bind']): string {
  const command = textIn(childOf(set, 'Query'), 'CommandText');
  return bind(set?.attributes.Name ?? '', command) ?? command;
}

function listName(parameter: Element): string | undefined {
  const reference = childOf(childOf(parameter, 'ValidValues'), 'DataSetReference');
  return reference && textIn(reference, 'DataSetName');
}

function parameterOf(parameter: Element, { listFor, conditions, offered, Id }: Parts): DataRecord {
  const ParameterName = parameter.attributes.Name ?? '';
  const dataSet = listName(parameter);
  const isOwn = offered.has(ParameterName);
  const list = dataSet === undefined || isOwn ? undefined : listFor(dataSet);
  const Hidden = textIn(parameter, 'Hidden') === 'true';
  const { path = ParameterName, operator } = conditions.get(ParameterName) ?? {};
  const values = childrenOf(childOf(childOf(parameter, 'DefaultValue'), 'Values'), 'Value');
  // Other expressions are worked out at each run.
  const texts = values.map(({ text }) => relativeDateOf(text.trim()));
  const isPlain = texts.every((text) => !text.startsWith('=') || /^=\w+$/.test(text));
  const value = isPlain ? texts.join(',') : '';
  const control = controlOf(parameter, { Hidden, isListed: list !== undefined || isOwn });
  return {
    ...{ Id, ParameterName, Hidden, Path: path, IsOptional: textIn(parameter, 'Nullable') === 'true' },
    Label: textIn(parameter, 'Prompt') || null,
    DefaultValue: value || null,
    ReportFilterTypeId: control,
    Operator: operator ?? (dataSet === undefined ? usualOperators[control] : undefined) ?? 'in',
    ListOfValuesSp: list ?? null,
    ReportFilterFilteredBy: textIn(parameter, 'FilteredBy') || null,
  };
}

const usualOperators: Readonly<Record<number, string>> = {
  [controls.text]: 'contains',
  [controls.date]: 'ge',
  [controls.neededDate]: 'ge',
};

/** A nullable date may be left empty; values of an unknown list are typed in. */
function controlOf(
  parameter: Element,
  { Hidden, isListed }: { readonly Hidden: boolean; readonly isListed: boolean },
): number {
  if (Hidden) return controls.hidden;
  const isOptional =
    textIn(parameter, 'Nullable') === 'true' || childOf(parameter, 'DefaultValue') !== undefined;
  if (textIn(parameter, 'DataType') === 'DateTime') return isOptional ? controls.date : controls.neededDate;
  if (!isListed) return controls.text;
  return textIn(parameter, 'MultiValue') === 'true' ? controls.checkList : controls.list;
}

/** `Fields!Brand.Value In Parameters!Brand.Value`: the field and operator of a parameter's filter. */
function conditionsOf(
  set: Element | undefined,
  fields: ReadonlyMap<string, string>,
): ReadonlyMap<string, Condition> {
  const found = new Map<string, Condition>();
  for (const filter of childrenOf(childOf(set, 'Filters'), 'Filter')) {
    const field = named(textIn(filter, 'FilterExpression'), 'Fields');
    const parameter = named(textIn(childOf(filter, 'FilterValues'), 'FilterValue'), 'Parameters');
    if (field && parameter)
      found.set(parameter, {
        path: fields.get(field) || field,
        operator: operators[textIn(filter, 'Operator')] ?? 'in',
      });
  }
  return found;
}

function named(expression: string, kind: 'Fields' | 'Parameters'): string | undefined {
  const start = `=${kind}!`;
  if (!expression.startsWith(start) || !expression.endsWith('.Value')) return undefined;
  return expression.slice(start.length, -'.Value'.length);
}

/** Fields shown in the body, alone or within an expression. */
function shownFields(root: Element): ReadonlySet<string> {
  const bodies = [childOf(root, 'Body'), ...childrenOf(childOf(root, 'ReportSections'), 'ReportSection')];
  const values = bodies
    .flatMap((body) => (body ? [...within(body)] : []))
    .filter(({ name }) => name === 'Value' || name === 'Y');
  return new Set(
    values.flatMap(({ text }) =>
      [...text.matchAll(/Fields!([\p{L}_][\p{L}\p{N}_]*)\.Value/gu)].map(([, name = '']) => name),
    ),
  );
}

const mostFindings = 200;

/** By element and line; includes data sets with SQL instead of a name. */
function unsupportedIn(root: Element, bind: Around['bind']): readonly DefinitionFinding[] {
  const { layout, findings } = readLayout(root, parseDocument);
  const statements = layout.dataSets
    .filter(
      ({ entered: rows, query, name }) =>
        rows === undefined && (query === '' || isSql(query)) && bind(name, query) === undefined,
    )
    .map(({ line }): DefinitionFinding => ({ Element: 'CommandText', Line: line }));
  return [...findings, ...statements].sort((a, b) => a.Line - b.Line).slice(0, mostFindings);
}

/** Whether its rows are entered in the file itself. */
function isEntered(root: Element, set: Element | undefined): boolean {
  const { dataSets } = readLayout(root, parseDocument).layout;
  return dataSets.some(({ name, entered: rows }) => name === set?.attributes.Name && rows !== undefined);
}

/** A name is one of our queries; SQL is never run. */
const isSql = (text: string): boolean => /\s/.test(text.trim());
