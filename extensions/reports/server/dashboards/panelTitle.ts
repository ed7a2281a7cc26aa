/** The default title of an unnamed panel, in the reader's language. */
import { type DataRecord, formatMessage, resolveReferencePath } from '#engine';
import { cellOf, type SheetSaying } from '#server/extension';
import { rowsOf } from '../reportRecords.ts';

export function panelTitle(panel: DataRecord, saying: SheetSaying, reportName: unknown): string {
  const { model, locale } = saying;
  const say = (key: string, params?: DataRecord) => formatMessage(model, locale, key, params);
  if (panel.Title) return String(panel.Title);
  if (panel.Query) {
    const query = model.queries.get(String(panel.Query));
    return query ? say(query.title) : String(panel.Query);
  }
  if (panel.ReportConfigurationId) return String(reportName ?? '');
  const entity = model.entities.get(String(panel.Entity));
  if (!entity) return String(panel.Entity ?? '');
  const nameOf = (path: unknown) => {
    const found = resolveReferencePath(model.entities, entity, String(path));
    // The label of the reference says more than that of its target.
    const field = found?.through[0] ?? found?.field;
    return field ? say(field.label) : String(path);
  };
  const what = measureName(panel, say, { plural: say(entity.plural), nameOf });
  const only = narrowedTo(panel, entity.id, saying);
  const told = only === '' ? what : say('dashboard.title.only', { what, only });
  if (!panel.Column || panel.Kind === 'number') return told;
  const by = panel.Per
    ? say(`dashboard.title.${panel.Per}`, { by: nameOf(panel.Column) })
    : nameOf(panel.Column);
  return panel.SplitBy
    ? say('dashboard.title.split', { what: told, by, split: nameOf(panel.SplitBy) })
    : say('dashboard.title.by', { what: told, by });
}

/** The values it is limited to and its conditions, so that a partial count does not look complete. */
function narrowedTo({ Narrowing }: DataRecord, id: string, saying: SheetSaying): string {
  const { entities, lookups } = saying.model;
  const entity = entities.get(id);
  const said = rowsOf(Narrowing).flatMap(({ Path, Operator, Value }) => {
    const field = entity && resolveReferencePath(entities, entity, String(Path))?.field;
    if (field?.kind === 'boolean' && Operator === 'eq' && String(Value) === 'true')
      return [formatMessage(saying.model, saying.locale, field.label)];
    const isOne = Operator === 'eq' && field?.lookup && lookups.has(field.lookup);
    return isOne ? [String(cellOf(field, Value, saying) ?? Value)] : [];
  });
  return said.join(', ');
}

type Say = (key: string, params?: DataRecord) => string;
type Naming = { readonly plural: string; readonly nameOf: (path: unknown) => string };

function measureName({ Aggregate, Value }: DataRecord, say: Say, { plural, nameOf }: Naming): string {
  const isCount = !Aggregate || Aggregate === 'count' || !Value;
  return isCount ? plural : say(`query.aggregate.${Aggregate}`, { title: nameOf(Value) });
}
