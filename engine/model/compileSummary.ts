/** A summary block: facts about a record, and what is still missing. */
import type { SummaryBlock as DeclaredSummary } from '../declaration/types.generated.ts';
import type { ExpressionType } from '../expression/checkTree.ts';
import type { SummaryBlock, SummaryItem, SummaryList } from '../types/modelTypes.ts';
import { blockBase, fixedFilters, reportEntity } from './compileBlockParts.ts';
import { compileSort } from './compiler.ts';
import {
  condition,
  expression,
  messageKey,
  optionalAccess,
  type ScreenContext,
} from './compileScreenParts.ts';
import { recordType } from './typeScope.ts';

type DeclaredList = NonNullable<NonNullable<DeclaredSummary['lists']>[string]>;
type DeclaredLine = Pick<DeclaredSummary['items'][number], 'label' | 'to' | 'access' | 'visible'>;

/** Compiles a summary. */
export function compileSummary(
  declared: DeclaredSummary,
  context: ScreenContext,
  path: string,
): SummaryBlock {
  const lists = Object.entries(declared.lists ?? {}).flatMap(([name, list]) =>
    list ? [compileList(name, list, context, `${path}/lists/${name}`)] : [],
  );
  const within = withLists(lists, context);
  return {
    ...blockBase(declared, context, path),
    kind: 'summary',
    lists,
    items: declared.items.map((item, index) => compileItem(item, within, `${path}/items/${index}`)),
    checksTitle: messageKey(declared.checksTitle, context, `${path}/checksTitle`),
    checksDone: messageKey(declared.checksDone, context, `${path}/checksDone`),
    checksVisible: condition(declared.checksVisible, within, `${path}/checksVisible`),
    checks: (declared.checks ?? []).map((check, index) => ({
      ...compileLine(check, within, `${path}/checks/${index}`),
      holds: context.compiler.expression(
        check.holds,
        { file: context.file, path: `${path}/checks/${index}/holds` },
        () => within.scope(),
        'boolean',
      ),
    })),
  };
}

function compileList(
  name: string,
  { entity, find, where, sort, pageSize }: DeclaredList,
  context: ScreenContext,
  path: string,
): SummaryList {
  reportEntity(entity, context, path);
  return {
    name,
    entity,
    find,
    where: fixedFilters({ entity, where }, context, `${path}/where`),
    sort: compileSort(sort),
    pageSize: pageSize ?? 1,
  };
}

/** Facts and checks read the lists as the API answers them. */
function withLists(lists: readonly SummaryList[], context: ScreenContext): ScreenContext {
  const fields = lists.map(({ name, entity }) => [name, () => pageType(entity, context)] as const);
  const type: ExpressionType = { kind: 'object', fields: Object.fromEntries(fields) };
  return {
    ...context,
    scope: (row) => {
      const scope = context.scope(row);
      return { ...scope, vars: { ...scope.vars, lists: type } };
    },
  };
}

function pageType(entity: string, { types }: ScreenContext): ExpressionType {
  return {
    kind: 'object',
    fields: {
      Items: () => ({ kind: 'list', of: () => recordType(types, entity) }),
      TotalItems: () => ({ kind: 'number' }),
    },
  };
}

function compileItem(
  declared: DeclaredSummary['items'][number],
  context: ScreenContext,
  path: string,
): SummaryItem {
  return {
    ...compileLine(declared, context, path),
    value: expression(declared.value, context, `${path}/value`),
    kind: declared.kind ?? 'text',
    by: declared.by === undefined ? undefined : expression(declared.by, context, `${path}/by`),
  };
}

function compileLine(declared: DeclaredLine, context: ScreenContext, path: string) {
  return {
    label: messageKey(declared.label, context, `${path}/label`),
    to: declared.to,
    access: optionalAccess(declared.access, context, path),
    visible: condition(declared.visible, context, `${path}/visible`),
  };
}
