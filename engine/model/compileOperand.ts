/** The operands of rule texts and the functions they may call. */
import type { BehaviourDeclaration } from '../declaration/types.generated.ts';
import type { ExpressionType } from '../expression/functionTypes.ts';
import type { FollowsModel, OperandModel, RuleFunctionModel } from '../types/modelTypes.ts';
import { compileSort, type Place } from './compiler.ts';
import type { RulesPlace } from './ruleContext.ts';
import { recordType, whereScope } from './typeScope.ts';

type Declared = NonNullable<BehaviourDeclaration['operand']>;
type DeclaredFunction = NonNullable<NonNullable<Declared['functions']>[string]>;

/** Compiles the operand part of a behaviour. */
export function compileOperand(declared: Declared | undefined, place: RulesPlace): OperandModel | undefined {
  if (!declared) return undefined;
  const { compiler, types, draft, file } = place;
  const at = { file, path: '/operand' };
  compiler.use(`message:${declared.message}`, at);
  for (const name of [declared.name, declared.label ?? declared.name])
    if (!draft.fieldByPath.has(name)) compiler.error(at, `${draft.id} has no field ${name}.`);
  return {
    name: declared.name,
    label: declared.label ?? draft.labelField,
    type: compiler.expression(declared.type, { file, path: '/operand/type' }, () =>
      whereScope(types, draft.id, {}),
    ),
    pages: declared.pages ?? [],
    change: compileChange(declared.change, place),
    values: compileValues(declared.values, place),
    rename: declared.rename ?? 'rewrite',
    message: declared.message,
    functions: Object.entries(declared.functions ?? {}).map(([name, one]) =>
      compileFunction(name, one as DeclaredFunction, place),
    ),
  };
}

function compileChange(
  declared: Declared['change'],
  { compiler, types, file, draft }: RulesPlace,
): OperandModel['change'] {
  if (!declared) return undefined;
  const at: Place = { file, path: '/operand/change' };
  compiler.use(`message:${declared.message}`, at);
  if (!draft.fieldByPath.has(declared.at)) compiler.error(at, `${draft.id} has no field ${declared.at}.`);
  const when = compiler.expression(declared.when, { file, path: '/operand/change/when' }, () =>
    whereScope(types, draft.id, { previous: recordType(types, draft.id) }),
  );
  return { when, at: declared.at, message: declared.message };
}

function compileValues(
  declared: Declared['values'],
  { compiler, types, file, draft }: RulesPlace,
): OperandModel['values'] {
  if (!declared) return undefined;
  const at: Place = { file, path: '/operand/values' };
  compiler.use(`entity:${declared.entity}`, at);
  if (!types.entities.has(declared.entity))
    compiler.error(at, `There is no entity ${declared.entity}. Add it to schemas/, or correct the name.`);
  return {
    entity: declared.entity,
    of: declared.of,
    value: compiler.expression(declared.value, { file, path: '/operand/values/value' }, () =>
      whereScope(types, declared.entity, {}),
    ),
    label: declared.label ?? 'Name',
    sort: compileSort(declared.sort),
    follows: compileFollows(declared, { compiler, types, file, draft }),
  };
}

type DeclaredValues = NonNullable<Declared['values']>;

function compileFollows(
  { follows, entity }: DeclaredValues,
  { compiler, types, file, draft }: Pick<RulesPlace, 'compiler' | 'types' | 'file' | 'draft'>,
): FollowsModel | undefined {
  if (!follows) return undefined;
  const at: Place = { file, path: '/operand/values/follows' };
  if (!draft.fieldByPath.get(follows.operand)?.ref)
    compiler.error(at, `${draft.id} has no field ${follows.operand} that refers to another operand.`);
  const expression = (name: 'low' | 'high' | 'includesLow' | 'includesHigh') => {
    const text = follows[name];
    const place = { file, path: `${at.path}/${name}` };
    return text === undefined
      ? undefined
      : compiler.expression(text, place, () => whereScope(types, entity, {}));
  };
  return {
    operand: follows.operand,
    members: follows.members,
    low: expression('low'),
    high: expression('high'),
    includesLow: expression('includesLow'),
    includesHigh: expression('includesHigh'),
  };
}

function compileFunction(
  name: string,
  declared: DeclaredFunction,
  { compiler, types, file }: RulesPlace,
): RuleFunctionModel {
  const place: Place = { file, path: `/operand/functions/${name}` };
  compiler.use(`entity:${declared.entity}`, place);
  for (const message of [declared.help, declared.words])
    if (message) compiler.use(`message:${message}`, place);
  if (!types.entities.has(declared.entity))
    compiler.error(place, `There is no entity ${declared.entity}. Add it to schemas/, or correct the name.`);
  const args = declared.parameters.map((one) => [one.name, { kind: one.type } as ExpressionType] as const);
  const where = compiler.where(declared.where, { file, path: `${place.path}/where` }, () =>
    whereScope(types, declared.entity, { ...Object.fromEntries(args), record: anyRecord }),
  );
  return {
    name,
    parameters: declared.parameters.map(({ name, type }) => ({ name, type })),
    help: declared.help,
    words: declared.words,
    entity: declared.entity,
    where: where ?? { bind: () => ({ kind: 'or', of: [] }), reads: [] },
  };
}

/** Rules of several entities may use the function, so the record can have any type. */
const anyRecord: ExpressionType = { kind: 'object', fields: {}, open: true };
