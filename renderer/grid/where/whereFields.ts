import { type EntityModel, type FilterModel, type GridBlock, kinds, type Model, operatorsOf } from '#engine';
import { allows } from '../../data/allows.ts';
import { findPath } from '../../data/queries.ts';

/** A field that conditions may be built on: how its values are chosen, and its operators. */
export type WhereField = { readonly filter: FilterModel; readonly operators: readonly string[] };

/** The fields of the entity that the person may filter by, in declared order. */
export function whereFields(
  model: Model,
  { entity: id, filters }: GridBlock,
  features: readonly string[],
): readonly WhereField[] {
  const entity = model.entities.get(id);
  return (entity?.fields ?? []).flatMap((field) => {
    const { shown } = kinds[field.kind].filter;
    const guard = entity?.policy.fields[field.path.split('.')[0] as string]?.view;
    const isOpen = field.stored && !field.records && shown.length > 0 && !field.path.includes('.');
    if (!isOpen || (guard && !allows(guard, features)) || isTechnical(field)) return [];
    const declared = filters.find(({ path, optionsFrom }) => path === field.path && optionsFrom);
    const optionsFrom = declared?.optionsFrom ?? (field.ref && findPath(model, field.ref.entity));
    const { refersTo, isAccount } = kinds[field.kind];
    const isRecord = refersTo === 'record' && !isAccount;
    if (isRecord && !optionsFrom) return [];
    const filter: FilterModel = {
      ...{ path: field.path, operator: 'eq', title: field.label, minimumLength: 0, kind: field.kind },
      lookup: field.lookup,
      ...(field.isPerson && { isPerson: true }),
      ...(isRecord && { optionsFrom }),
      label: declared?.label ?? (field.ref && model.entities.get(field.ref.entity)?.labelField),
    };
    return [{ filter, operators: operatorNames(filter) }];
  });
}

/** Ids and revisions mean nothing to people. */
const isTechnical = ({ name }: EntityModel['fields'][number]): boolean =>
  name === 'Id' || name === 'Revision';

/** Operators in display order; `empty` and `filled` are `eq` and `ne` without a value. */
function operatorNames({ kind, lookup, optionsFrom, isPerson }: FilterModel): readonly string[] {
  const allowed = operatorsOf(kind) as readonly string[];
  const has = (names: readonly string[]) => names.filter((name) => allowed.includes(name));
  if (lookup || optionsFrom || isPerson) return [...has(['in', 'eq', 'ne', 'all']), 'empty', 'filled'];
  if (kinds[kind].day) return ['within', ...has(['eq', 'ge', 'le', 'gt', 'lt']), 'empty', 'filled'];
  if (kinds[kind].filter.shown[0] === 'filled') return ['filled', 'empty'];
  if (kinds[kind].filter.input === 'truth') return [...has(['eq']), 'empty'];
  if (kinds[kind].isNumeric) return [...has(['eq', 'ne', 'ge', 'gt', 'le', 'lt']), 'empty', 'filled'];
  return [...has(['words', 'contains', 'startsWith', 'eq', 'ne']), 'empty', 'filled'];
}
