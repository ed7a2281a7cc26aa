/** What the expressions of a print format read. */
import type { PrintBlock } from '../declaration/types.generated.ts';
import type { TypeScope } from '../expression/checkTree.ts';
import type { PrintFormatModel } from '../types/printTypes.ts';
import { scopeOf } from './compileAutomationSteps.ts';
import { recordType, ruleScope, type TypeSources } from './typeScope.ts';

type Of = {
  readonly types: TypeSources;
  readonly entity: string;
  readonly kind: PrintFormatModel['for'];
};

/** Of the rows of a table: the row, and `$outer` for the record that is printed. */
export function rowScope(
  { types, entity, kind }: Of,
  block: Pick<PrintBlock, 'entity' | 'field'>,
): TypeScope {
  if (kind === 'list') return scopeOf({ types, entity })();
  if (block.entity !== undefined) return scopeOf({ types, entity: block.entity, outer: entity })();
  const model = types.entities.get(entity);
  if (!model?.fieldByPath.get(block.field ?? '')?.fields) return scopeOf({ types, entity })();
  const scope = ruleScope(types, model, block.field);
  return { ...scope, vars: { ...scope.vars, outer: recordType(types, entity) } };
}

/** Of texts: the record, or nothing of one where a list is printed. */
export function textScope({ types, entity, kind }: Of): TypeScope {
  const scope = scopeOf({ types, entity })();
  if (kind === 'record') return scope;
  const { record: _record, previous: _previous, ...vars } = scope.vars;
  return { ...scope, root: { kind: 'object', fields: {} }, vars };
}
