// Custom code: a definition is a file, checked against the fields of its entity.
import { type DataRecord, formatMessage, resolvePath } from '#engine';
import { type DefinitionFinding, everyPart, FormulaError, parseFormula } from '#extensions/reports/engine';
import {
  answers,
  createWithin,
  defineAction,
  equals,
  inTransaction,
  loadAnswer,
  mayViewFile,
  type OperationCall,
  type PlacedIssue,
  Refusal,
  record,
  refusals,
  updateWithin,
  type WriteScope,
} from '#server/extension';
import { boundList, boundName, dataNamed } from './boundData.ts';
import { periodIssues } from './builtPeriods.ts';
import { pivotIssues } from './builtPivot.ts';
import { colourIssues } from './columnColours.ts';
import { definitionParts } from './definitionParts.ts';
import { BrokenDefinition, parseDefinition } from './parseDefinition.ts';
import { fieldPath, proposeData } from './proposeData.ts';
import { columnFindings } from './reportColumn.ts';
import { authorizeData, authorizeReport } from './reportNeeds.ts';
import { entered, issueAt, rowsOf } from './reportRecords.ts';
import { definitionBody, known, result, rows, some } from './shapes.ts';
import { reportIdNamed } from './subreports.ts';

const definition = some(
  {
    ...{
      Id: answers.id,
      Name: answers.text,
      Description: answers.maybeText,
      ReportPath: answers.maybeText,
      DataSet: answers.text,
      IsStandalone: answers.flag,
    },
    ...{
      Parameters: rows,
      ReportColumns: rows,
      Columns: rows,
      ExecutionResult: result,
      Message: answers.text,
    },
  },
  [],
);

/** `POST /report/management`: the content of a definition file; known columns and filters keep their ids. */
export const readDefinition = defineAction({
  body: record('update'),
  answer: some(
    {
      ...{
        DataSet: answers.text,
        DefinitionFileId: answers.id,
        IsStandalone: answers.flag,
        Parameters: rows,
        Columns: rows,
      },
      ...{ LovSps: answers.list(answers.text), Controls: rows, Unsupported: rows, Proposed: rows },
    },
    ['Parameters', 'Columns', 'LovSps', 'Controls', 'IsStandalone'],
  ),
  run: async (call, { input }) => {
    const { DefinitionFileId, ReportId } = input;
    const bytes = await contentOf(call, DefinitionFileId);
    if (!bytes)
      throw refusals.invalid({
        issues: [issueAt('/DefinitionFileId', 'report.definition.no-file')],
        entity: 'report',
      });
    const report = await call.runtime.store.get('report', String(ReportId ?? '').toLowerCase());
    const parts = await partsOf(call, new TextDecoder().decode(bytes));
    const columns = withIds(parts.columns, rowsOf(report?.ReportColumns), 'ReportColumnName');
    const items = call.runtime.model.lookups.get('report-filter-type')?.items ?? [];
    const typeOf = (id: unknown) => items.find((item) => item.Id === id);
    return {
      DataSet: parts.dataSet,
      DefinitionFileId,
      IsStandalone: report?.IsStandalone === true,
      Parameters: withIds(parts.parameters, rowsOf(report?.Parameters), 'ParameterName').map((one) => ({
        ...one,
        ReportFilterType: {
          Id: one.ReportFilterTypeId,
          ControlName: typeOf(one.ReportFilterTypeId)?.Name ?? null,
        },
      })),
      Columns: columns,
      LovSps: parts.lists,
      Controls: items.map(({ Id, Name }) => ({ Id, ControlName: Name })),
      Report: { Id: report?.Id ?? null, ReportColumns: columns },
      Unsupported: parts.unsupported,
      Proposed: parts.proposed.map(({ dataSet, entity, found, unknown }) => ({
        ...{ Name: dataSet, Data: entity, Found: found, Unknown: unknown.slice(0, mostNamed) },
        Title: formatMessage(call.runtime.model, call.locale, call.runtime.planOf(entity).entity.plural),
      })),
    };
  },
});

async function partsOf(call: OperationCall, text: string) {
  const { ports, model } = call.runtime;
  try {
    const parts = definitionParts(parseDefinition(text), {
      newId: ports.newId,
      bind: (name, query) => boundName(model, { name, query }),
      bindList: (name, query) => boundList(model, { name, query }),
      propose: (set) => proposeData(call, set),
      fieldIn: (data, written) => {
        const entity = model.entities.get(data);
        return entity && fieldPath(model, entity, written);
      },
    });
    const leads = leadsIn(call, parts.dataSet);
    // A filter without a field may still be used by expressions.
    const parameters = parts.parameters.map((one) =>
      leads && !leads(one.Path) ? { ...one, Path: null } : one,
    );
    const unsupported = [...parts.unsupported, ...(await missingReports(call, parts.subreports))];
    return { ...parts, parameters, unsupported: unsupported.sort((a, b) => a.Line - b.Line) };
  } catch (error) {
    if (!(error instanceof BrokenDefinition)) throw error;
    ports.log.warn({ reason: error.key, line: error.line }, 'report definition not read');
    throw refusals.invalid({
      issues: [issueAt('/DefinitionFileId', error.key, { line: error.line })],
      entity: 'report',
    });
  }
}

const mostSubreports = 50;

/** Reports that it shows within itself and that are not stored here. */
async function missingReports(
  call: OperationCall,
  subreports: readonly { readonly name: string; readonly line: number }[],
): Promise<readonly DefinitionFinding[]> {
  const found: DefinitionFinding[] = [];
  for (const { name, line } of subreports.slice(0, mostSubreports))
    if ((await reportIdNamed(call, name)) === undefined) found.push({ Element: 'Subreport', Line: line });
  return found;
}

function withIds(
  rows: readonly DataRecord[],
  known: readonly DataRecord[],
  name: string,
): readonly DataRecord[] {
  return rows.map((row) => ({ ...row, Id: known.find((one) => one[name] === row[name])?.Id ?? row.Id }));
}

/** `POST` and `PUT /report/definition`: also saves the default configuration, which has the same Id. */
export const saveDefinition = defineAction({
  body: definitionBody,
  answer: known(definition),
  run: async (call, { plan, input, revision }) => {
    const { Columns, Id, ...given }: DataRecord = input;
    const { ExecutionResult: _, ...sent } = given;
    const named = Columns === undefined ? sent : { ...sent, ReportColumns: Columns };
    const { body, unsupported } = await withFile(call, inPlace(named));
    checkDefinition(call, body);
    await authorizeReport(call, body);
    return inTransaction(call, async (scope) => {
      const same = await namesake(scope, body.Name, Id);
      if (same) await askOverwrite(call, same);
      const target = same ?? (Id ? await scope.session.get('report', String(Id).toLowerCase()) : undefined);
      if (Id && !target)
        throw refusals.noSuchRecord({ params: { entity: plan.entity.title, id: String(Id) } });
      const kept = target ? keepingIds(body, target) : body;
      const saved = target
        ? await updateWithin(scope, plan, {
            id: String(target.Id),
            input: kept,
            ...(same ? {} : { revision }),
          })
        : await createWithin(scope, plan, kept);
      await writeDefault(scope, saved);
      const answer = await loadAnswer(scope, plan, String(saved.Id));
      const Message = unsupported.length > 0 ? { Message: saidUnsupported(call, unsupported) } : {};
      return { ...answer, ...Message, ExecutionResult: { IsSuccess: true, Message: [] } };
    });
  },
});

/** Sorts columns by their order, where one is given. */
function inPlace(body: DataRecord): DataRecord {
  if (!Array.isArray(body.ReportColumns)) return body;
  const placed = rowsOf(body.ReportColumns).map((row, at) => ({
    row,
    at: Number(row?.OrdinalPosition ?? at),
  }));
  return { ...body, ReportColumns: placed.sort((a, b) => a.at - b.at).map(({ row }) => row) };
}

const mostNamed = 10;

/** Tells the person who saves a file which parts of it are not supported. */
function saidUnsupported({ runtime, locale }: OperationCall, found: readonly Unsupported[]): string {
  const say = (key: string, params: DataRecord) => formatMessage(runtime.model, locale, key, params);
  const named = found
    .slice(0, mostNamed)
    .map(({ Element, Line }) => say('report.definition.element', { element: Element, line: Line }));
  const rest = found.length > mostNamed ? ', …' : '';
  return say('report.definition.unsupported', { elements: `${named.join(', ')}${rest}` });
}

/** The content of a file that the caller may see; otherwise undefined. */
async function contentOf({ runtime, user, features }: OperationCall, id: unknown) {
  const { store, ports } = runtime;
  const file = await store.get('file', String(id ?? '').toLowerCase());
  const viewer = { userName: user.UserName, features };
  if (!file || !(await mayViewFile({ runtime, session: store }, file, viewer))) return undefined;
  return ports.files.bytes(String(file.Id));
}

type Unsupported = DefinitionFinding;
type Filled = { readonly body: DataRecord; readonly unsupported: readonly Unsupported[] };

/** The content of a definition file when the columns are not named yet. */
async function withFile(call: OperationCall, body: DataRecord): Promise<Filled> {
  const bytes =
    body.DefinitionFileId && rowsOf(body.ReportColumns).length === 0
      ? await contentOf(call, body.DefinitionFileId)
      : undefined;
  if (!bytes) return { body, unsupported: [] };
  const { dataSet, parameters, columns, unsupported } = await partsOf(call, new TextDecoder().decode(bytes));
  const Parameters = rowsOf(body.Parameters).length > 0 ? body.Parameters : parameters;
  const filled = { ...body, DataSet: body.DataSet || dataSet, Parameters, ReportColumns: columns };
  return { body: filled, unsupported };
}

export function checkDefinition(call: OperationCall, body: DataRecord): void {
  const { model } = call.runtime;
  const leads = leadsIn(call, body.DataSet);
  // Data entered in the file itself need no rights.
  if (body.DataSet === entered && body.DefinitionFileId) return;
  if (!leads)
    throw refusals.invalid({
      issues: [issueAt('/DataSet', 'report.data.unknown', { name: body.DataSet ?? '' })],
      entity: 'report',
    });
  const named = dataNamed(call, body.DataSet);
  authorizeData(call, named);
  const columns = rowsOf(body.ReportColumns).flatMap(({ ReportColumnName, Formula }, index) =>
    Formula || leads(ReportColumnName)
      ? []
      : [
          issueAt(`/ReportColumns/${index}/ReportColumnName`, 'report.column.unknown', {
            name: ReportColumnName,
          }),
        ],
  );
  const parameters = rowsOf(body.Parameters).flatMap(({ Path, ListOfValuesSp }, index) => [
    // Queries are filtered by parameter name.
    ...(!Path || named.query || leads(Path)
      ? []
      : [issueAt(`/Parameters/${index}/Path`, 'report.column.unknown', { name: Path })]),
    ...(!ListOfValuesSp ||
    model.lookups.has(String(ListOfValuesSp)) ||
    model.entities.has(String(ListOfValuesSp))
      ? []
      : [issueAt(`/Parameters/${index}/ListOfValuesSp`, 'report.list.unknown', { name: ListOfValuesSp })]),
  ]);
  const saying = { model, locale: call.locale, zone: call.zone, people: new Map() };
  const coloured = colourIssues(named, rowsOf(body.ReportColumns), saying);
  const compared = periodIssues(named, body, saying);
  const across = pivotIssues(named, body, saying);
  const formulas = formulaIssues(rowsOf(body.ReportColumns));
  const issues = [...columns, ...formulas, ...coloured, ...compared, ...across, ...parameters];
  if (issues.length > 0) throw refusals.invalid({ issues, entity: 'report' });
}

/** Of calculated columns that cannot be read, or that use what is not a column of the records. */
function formulaIssues(columns: readonly DataRecord[]): readonly PlacedIssue[] {
  const known = new Set(columns.filter(({ Formula }) => !Formula).map((one) => String(one.ReportColumnName)));
  return columns.flatMap(({ Formula, Label, ReportColumnName }, index): readonly PlacedIssue[] => {
    if (!Formula) return [];
    const [at, name] = [`/ReportColumns/${index}/Formula`, String(Label || ReportColumnName)];
    try {
      const parts = [...everyPart(parseFormula(String(Formula)))];
      const [unknown] = parts.filter((part) => part.kind === 'field' && !known.has(part.name));
      const field = unknown?.kind === 'field' ? unknown.name : undefined;
      return field === undefined ? [] : [issueAt(at, 'report.column.formula-field', { name, field })];
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      return [issueAt(at, 'report.column.formula', { name, about: error.about ?? String(Formula) })];
    }
  });
}

/** Whether a path resolves in the data; undefined when there is no such data. */
function leadsIn(call: OperationCall, name: unknown): ((path: unknown) => boolean) | undefined {
  const { data, query } = dataNamed(call, name);
  if (query) return (path) => query.columns.some((column) => column.name === path);
  const { model } = call.runtime;
  return (
    data &&
    ((path) =>
      resolvePath(model.entities, data.entity, String(path)) !== undefined ||
      columnFindings(model, data.entity.id, String(path)).length === 0)
  );
}

async function namesake(
  { session }: WriteScope,
  name: unknown,
  id: unknown,
): Promise<DataRecord | undefined> {
  const { items } = await session.find({ entity: 'report', filter: equals('Name', String(name ?? '')) });
  return items.find(({ Id }) => Id !== String(id ?? '').toLowerCase());
}

async function askOverwrite(
  { runtime, locale, user, confirmed }: OperationCall,
  { Id, Revision }: DataRecord,
): Promise<void> {
  const Rule = 'report.overwrite';
  const Token = await runtime.signer.sign([user.Id, Id, Revision, Rule].join('\n'));
  if (confirmed.includes(Token)) return;
  const Message = formatMessage(runtime.model, locale, Rule);
  throw new Refusal('confirmation-required', 'server.confirm', {
    params: { message: Message },
    extra: { Confirmations: [{ Rule, Message, Token }] },
  });
}

/** Flavours refer to columns and filters by id. */
function keepingIds(body: DataRecord, target: DataRecord): DataRecord {
  return {
    ...body,
    ReportColumns: withIds(rowsOf(body.ReportColumns), rowsOf(target.ReportColumns), 'ReportColumnName'),
    Parameters: withIds(rowsOf(body.Parameters), rowsOf(target.Parameters), 'ParameterName'),
  };
}

async function writeDefault(scope: WriteScope, { Id, Name, Description }: DataRecord): Promise<void> {
  const plan = scope.call.runtime.planOf('report-configuration');
  const own = { ReportConfigurationName: Name, Description: Description ?? null };
  if (!(await scope.session.get('report-configuration', String(Id))))
    await createWithin(scope, plan, { ...own, ReportId: Id }, { id: String(Id) });
  await scope.session.update('report-configuration', String(Id), { ...own, IsDefault: true, Owner: null });
}
