/** Lists whose rows come from other records. */

import type { GatherRule } from '../types/ruleTypes.ts';
import { modelOf } from './entityDraft.ts';
import type { RuleContext } from './ruleContext.ts';
import { ruleScope, whereScope } from './typeScope.ts';

/** Compiles the gather slot of a rule. */
export function gatherRules(context: RuleContext): readonly GatherRule[] {
  const { rule, fields, compiler, types, draft, place } = context;
  const { gather } = rule;
  if (!gather) return [];
  compiler.use(`entity:${gather.from}`, place);
  reportUnknown(context, gather);
  const at = (slot: string) => ({ file: place.file, path: `${place.path}/gather/${slot}` });
  const around = () => ruleScope(types, modelOf(types, draft)).vars;
  const from = types.entities.get(gather.from);
  const where = compiler.where(gather.where, at('where'), () => whereScope(types, gather.from, around()));
  if (!where) return [];
  return fields.map((field) => ({
    id: rule.id,
    entity: draft.id,
    file: place.file,
    pointer: place.path,
    field,
    from: gather.from,
    where,
    rows: gather.rows,
    key: gather.key,
    value: compiler.expression(gather.value, at('value'), () =>
      from ? ruleScope(types, from, gather.rows) : whereScope(types, gather.from, {}),
    ),
  }));
}

function reportUnknown(
  { rule, fields, types, draft, compiler, place }: RuleContext,
  { from, rows, key }: { readonly from: string; readonly rows?: string; readonly key: string },
): void {
  const source = types.entities.get(from);
  if (!source) compiler.error(place, `Rule ${rule.id} gathers from ${from}, which is no entity.`);
  else if (rows && source.fieldByPath.get(rows)?.kind !== 'rows')
    compiler.error(place, `Rule ${rule.id} gathers the ${rows} of ${from}, which is no list of rows.`);
  for (const field of fields)
    if (draft.fieldByPath.get(field)?.kind !== 'rows' || !draft.fieldByPath.has(`${field}.${key}`))
      compiler.error(place, `Rule ${rule.id}: ${field} is no list whose rows have a ${key}.`);
}
