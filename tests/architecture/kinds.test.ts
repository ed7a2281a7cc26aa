/** A field kind is defined in two files: mentions elsewhere are counted here, and the count may only fall. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fieldKinds, fieldTypes, filterOperators, kinds } from '#engine';
import { kindOf } from '../../engine/fields/registry.ts';
import { kindViews } from '../../renderer/fields/registry.ts';
import { registry } from '../../renderer/widgets/registry.ts';
import { listFiles, readSources } from './sources.ts';

const files = listFiles();
const read = (file: string) => readFileSync(file, 'utf8');
const json = (file: string) => JSON.parse(read(file));

/**
 * By file: comparisons of a kind with a name, and names in lists or sets of kinds. Most concern kinds whose
 * values have another shape (rows, references, objects). Lower a number when one goes; never raise it.
 */
const allowed: Readonly<Record<string, number>> = {
  // Rows become tables; blocks of print formats share the names text, picture and signature.
  'engine/model/defaultPrint.ts': 2,
  'engine/model/printedRows.ts': 1,
  'extensions/print/server/PaperWriter.ts': 3,
  'extensions/print/server/drawTable.ts': 2,
  'extensions/print/server/preview.ts': 1,
  'extensions/print/server/shownValue.ts': 1,
  'renderer/configure/prints/BlockPanel.tsx': 3,
  'renderer/configure/prints/PaperBlock.tsx': 2,
  'engine/check/checkSeeds.ts': 2,
  'engine/form/cells.ts': 3,
  'engine/form/changes.ts': 1,
  'engine/form/loadRecord.ts': 1,
  'engine/form/mergeRecords.ts': 2,
  'engine/form/snapshot.ts': 2,
  'engine/form/values.ts': 4,
  'engine/model/compileCalendar.ts': 1,
  'engine/jsonSchema/scalarField.ts': 1,
  'engine/model/automaticTemplate.ts': 4,
  'engine/model/compileAction.ts': 4,
  'engine/model/compileBlock.ts': 3,
  'engine/model/compileField.ts': 5,
  'engine/model/compileGather.ts': 2,
  'engine/model/compileQuery.ts': 3,
  'engine/model/compileRules.ts': 1,
  'engine/model/fieldSchema.ts': 1,
  'engine/model/reportRoute.ts': 4,
  'engine/model/reviewReferences.ts': 4,
  'engine/model/templateScope.ts': 2,
  'engine/model/typeScope.ts': 1,
  'engine/model/whereUsed.ts': 1,
  'engine/query/requestPath.ts': 1,
  'engine/query/resolveFilter.ts': 2,
  'engine/rules/checkWritable.ts': 4,
  'engine/rules/decide.ts': 1,
  'engine/rules/evaluateRecord.ts': 2,
  'engine/rules/fieldIssues.ts': 2,
  'engine/rules/gatherRows.ts': 1,
  'engine/rules/newRecord.ts': 3,
  'engine/rules/normaliseInput.ts': 4,
  'engine/rules/ownCopy.ts': 1,
  'engine/rules/planOf.ts': 3,
  'engine/rules/savePayload.ts': 3,
  'engine/rules/settle.ts': 1,
  'engine/validation/checkedSchema.ts': 3,
  'extensions/documents/server/mappingScope.ts': 1,
  'extensions/reports/renderer/building/useChoices.ts': 1,
  'extensions/reports/renderer/dashboards/charts/chartOption.ts': 1,
  'extensions/reports/renderer/reports/ReportFilters.tsx': 2,
  'extensions/reports/renderer/reports/reportChoice.ts': 2,
  'renderer/actions/ActionButton.tsx': 1,
  'renderer/actions/useRunAction.ts': 1,
  'renderer/configure/canvas/CanvasTools.tsx': 2,
  'renderer/configure/draft/addressOfChange.ts': 1,
  'renderer/configure/entities/EntityFields.tsx': 1,
  'renderer/configure/rules/SayingPart.tsx': 1,
  'renderer/configure/workflow/StartWorkflow.tsx': 1,
  'renderer/data/searchRecords.ts': 1,
  'renderer/form/collectIssues.ts': 1,
  'renderer/form/describeConflict.ts': 2,
  'renderer/grid/CellValue.tsx': 3,
  'renderer/pages/preview/PreviewRows.tsx': 1,
  'renderer/pages/usePageCommands.ts': 1,
  'renderer/widgets/PlainValue.tsx': 1,
  'renderer/widgets/RowsWidget.tsx': 2,
  // Items of a drop zone.
  'renderer/widgets/file/FileList.tsx': 1,
  'renderer/widgets/file/FileSlot.tsx': 1,
  'renderer/widgets/html/templateFields.ts': 1,
  'renderer/widgets/picker/RecordPickerWidget.tsx': 1,
  'renderer/widgets/rjsf/rjsfTheme.tsx': 1,
  'renderer/widgets/rows/readCell.ts': 1,
  'server/openapi/requestBody.ts': 1,
  'server/operations/EntityPlan.ts': 4,
  'server/operations/cleanHtml.ts': 3,
  'server/operations/remapReferences.ts': 1,
  'server/operations/storedFields.ts': 2,
  'server/operations/writeRecord.ts': 1,
  'server/routes/anyHandler.ts': 1,
  'server/routes/historyTexts.ts': 2,
  'server/routes/recordTakes.ts': 1,
  'server/routes/renderEndpoint.ts': 1,
  'server/routes/ruleEndpoint.ts': 1,
  'server/store/fieldCodec.ts': 3,
  'server/store/hiddenMembers.ts': 3,
  'server/store/memory/memoryFind.ts': 2,
  'server/store/sortTerms.ts': 1,
  'server/store/sql/convertValue.ts': 1,
  'server/store/sql/fieldSql.ts': 1,
  'server/store/sql/selectPlan.ts': 1,
  'server/store/tableQuery.ts': 1,
};

const name = fieldKinds.join('|');
const comparison = new RegExp(`\\b[kK]ind\\b\\)? ?[!=]== ?'(?:${name})'`, 'g');
const table = /(?:Set|Record)<(?:string, )?FieldKind\b|FieldModel\['kind'\]>\(/g;
/** Other things called kind: expression types, tokens, pieces of a report, changes of an overlay. */
const other =
  /\/(expression|template|ruleText|sheets|matrix|rule|shell|overlay|http)\/|generated|extensions\/reports\/(engine|server)/;

const found = new Map(
  readSources()
    .filter(({ file, row, isTest }) => {
      const isOurs = !isTest && /(^|\/)(engine|renderer|server)$/.test(row) && !other.test(file);
      return isOurs && !/^(engine|renderer)\/fields\//.test(file);
    })
    .flatMap(({ file, text }): readonly (readonly [string, number])[] => {
      const count = [comparison, table].flatMap((pattern) => text.match(pattern) ?? []).length;
      return count > 0 ? [[file, count]] : [];
    }),
);

describe('a kind of field', () => {
  it('is named only in its own two files and in the listed exceptions', () => {
    expect(Object.fromEntries([...found].sort())).toEqual(allowed);
  });

  it('with plain values is never compared by name in a store', () => {
    // `convertValue` refers to column formats.
    const stores = [...found.keys()].filter((file) => /^server\/store\/(?!.*convertValue)/.test(file));
    const named = stores.flatMap((file) => [...read(file).matchAll(comparison)].map(([text]) => text));
    expect(named.filter((text) => !/'(rows|references|reference|object|json|boolean)'$/.test(text))).toEqual(
      [],
    );
  });
});

describe.each(fieldKinds)('the kind %s', (kind) => {
  const facts = kinds[kind];
  const view = kindViews[kind];

  it('consists of two files with its name', () => {
    for (const file of [`engine/fields/${kind}.ts`, `renderer/fields/${kind}.tsx`])
      expect(files, `${file} is missing`).toContain(file);
    expect([facts.name, view.kind]).toEqual([kind, kind]);
  });

  it('has a widget that is registered, declared for it and shown in a story', () => {
    const { widget } = view;
    expect(registry.map((entry) => entry.name)).toContain(widget);
    const declared = json(`base/widgets/fields/${widget}.json`);
    expect(declared.kinds).toContain(kind);
    expect(declared.unnamed).toContain(kind);
    const stories = files.filter((file) => /^stories\/widgets\/.*\.stories\.tsx$/.test(file));
    expect(stories.some((file) => new RegExp(`widget: '${widget}'`).test(read(file)))).toBe(true);
  });

  it('has a known column class and known filters', () => {
    const column = typeof facts.column === 'string' ? facts.column : facts.column({}, 1);
    expect(['text', 'integer', 'number', 'decimal', 'boolean', 'json']).toContain(column);
    const { operators, shown } = facts.filter;
    expect(operators.length).toBeGreaterThan(1);
    for (const operator of [...operators, ...shown]) expect(filterOperators).toContain(operator);
    for (const operator of shown) expect(operators).toContain(operator);
  });

  it('is in the language of widgets, and has a name in both languages', () => {
    const { properties } = json('engine/declaration/widget.schema.json');
    expect(properties.kinds.items.examples).toContain(kind);
    expect(properties.unnamed.items.examples).toContain(kind);
    for (const locale of ['en-CA', 'fr-CA'])
      expect(json(`base/schemas/messages/${locale}/ui-configure.json`).messages).toHaveProperty([
        `configure.type.${kind}`,
      ]);
  });

  it.runIf(facts.overlay)('can be chosen in the configurator, and is in the language of changes', () => {
    expect(fieldTypes()).toContain(kind);
    const { fieldType } = json('engine/overlay/overlay.schema.json').$defs;
    expect(fieldType.examples).toContain(kind);
    const change = { name: 'XId', type: kind, title: { 'en-CA': 'X', 'fr-CA': 'X' } };
    const declared = facts.overlay?.declare?.(change, 'some-list') ?? {};
    const rows = facts.overlay?.settings.includes('fields') && { items: { properties: {} } };
    expect(kindOf({ ...declared, ...rows })).toBe(kind);
    for (const locale of ['en-CA', 'fr-CA'])
      expect(json(`base/schemas/messages/${locale}/ui-configure.json`).messages).toHaveProperty([
        `configure.type.${kind}.help`,
      ]);
  });

  // What people sign is read from no text: its moment is the server's (tests/api/signatures.test.ts).
  it.runIf((facts.written || facts.href) && !facts.isSigned)(
    'brings examples, good and bad, and writes what it can read',
    () => {
      const { good = [], bad = [] } = facts.examples ?? {};
      expect(good.length).toBeGreaterThan(0);
      expect(bad.length).toBeGreaterThan(3);
      const { written } = facts;
      if (!written) return;
      for (const { sent, answered = sent } of good)
        for (const locale of ['en-CA', 'fr-CA'] as const)
          expect(written.parse(written.format(answered, locale))).toBe(answered);
    },
  );

  it.runIf(facts.examples)('has a case in examples/lending', () => {
    const declared = files
      .filter((file) => /^examples\/lending\/schemas\/lending\/.*\/entity\.json$/.test(file))
      .flatMap((file) => Object.values<object>(json(file).properties));
    const fits = declared.filter((field) => fieldKinds.find((one) => kinds[one].fits(field)) === kind);
    expect(fits.length, `no field of examples/lending is of kind ${kind}`).toBeGreaterThan(0);
  });
});
