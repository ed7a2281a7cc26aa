/** Custom code: expressions are checked against the form in the file and the product's declaration. */
import type { DataRecord, Issue, Model } from '#engine';
import {
  answered,
  defineAction,
  listOf,
  may,
  refusals,
  revision,
  sent,
  sentBack,
  text,
  updateRecord,
} from '#server/extension';
import { loadDocument } from './loadDocument.ts';
import { compileMapping } from './mappingScope.ts';
import { formFields, type Mapping, mappingRows } from './readMappings.ts';
import { mappings } from './shapes.ts';

const entity = 'agreement-document';

/** `PUT /document/{id}/mappings`: saves the expression of each form field; errors are placed at the field. */
export const saveMappings = defineAction({
  body: sent({
    Items: may(
      listOf(
        sent({
          Field: may(text),
          Expression: may(text),
          Sample: may(text),
          ...answered('Id', 'Type', 'Title', 'IsMapped', 'IsInDocument'),
        }),
      ),
    ),
    Mappings: may(listOf(sent({ Field: may(text), Expression: may(text), Sample: may(text), Id: sentBack }))),
    Revision: revision,
    ...answered('Id', 'TotalItems'),
  }),
  answer: mappings,
  run: async (call, { id = '', plan, input, revision }) => {
    const { model } = call.runtime;
    const document = await loadDocument(call, id);
    const fields = await formFields(call, document);
    const rows = readRows(input);
    const issues = issuesOf(model, rows, new Set(fields.map(({ Name }) => Name)));
    if (issues.length > 0) throw refusals.invalid({ issues, entity, params: { entity: plan.entity.title } });
    const Mappings = rows.filter(({ Expression, Sample }) => Expression || Sample);
    const record = await updateRecord(call, plan, { id, input: { Mappings }, revision, action: 'mappings' });
    const items = mappingRows(record, fields);
    return { ...record, Items: items, TotalItems: items.length };
  },
});

/** The rows sent, without members of the answer that clients send back. */
function readRows({ Items, Mappings }: DataRecord): readonly Mapping[] {
  const rows = Items ?? Mappings;
  if (!Array.isArray(rows)) throw refusals.bodyNotList();
  return rows.map((row: Mapping | null) => ({
    Field: row?.Field as string,
    Expression: textOr(row?.Expression) as string | null,
    Sample: textOr(row?.Sample) as string | null,
  }));
}

/** Values that are not text are left for the record's schema to refuse. */
const textOr = (value: unknown) => (typeof value === 'string' ? value.trim() || null : (value ?? null));

function issuesOf(model: Model, rows: readonly Mapping[], known: ReadonlySet<string>): readonly Issue[] {
  const seen = new Set<string>();
  return rows.flatMap(({ Field, Expression }, index) => {
    const said = (member: string, rule: string, params: Issue['params']): Issue[] => [
      { rule, path: `/Mappings/${index}/${member}`, level: 'error', message: rule, params },
    ];
    if (!known.has(Field))
      return said('Field', 'document.unknown-field', { name: typeof Field === 'string' ? Field : '' });
    if (seen.has(Field)) return said('Field', 'document.field-twice', { name: Field });
    seen.add(Field);
    if (typeof Expression !== 'string') return [];
    const compiled = compileMapping(model, Expression);
    return 'problem' in compiled
      ? said('Expression', 'document.wrong-expression', { name: Field, problem: compiled.problem })
      : [];
  });
}
