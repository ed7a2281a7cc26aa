/** Rewrites the rules of records that are rows of another (`x-records`) as rules of the holding record. */
import type { EntityDeclaration, Field, Rule } from '../declaration/types.generated.ts';
import { printTree } from '../expression/printTree.ts';
import type { Path, Step, Tree } from '../expression/tree.ts';
import { withoutBrackets } from '../expression/tree.ts';
import type { FieldModel } from '../types/modelTypes.ts';
import type { Parse } from './compiler.ts';

type RowSource = {
  /** The list with `x-records` in the holding entity. */
  readonly list: FieldModel;
  /** The entity of the rows. */
  readonly entity: EntityDeclaration;
  readonly parse: Parse;
};

/** A rule that cannot be applied to rows, with the reason. */
export class NotOfRows extends Error {}

/**
 * Rewrites a rule of the rows' entity as an `each` rule over the list: `$record` becomes the row, `$owner`
 * the holding record, `$previous` the stored row. Undefined when it does not concern rows.
 */
export function rowRule(rule: Rule, source: RowSource): Rule | undefined {
  if (rule.gather || rule.mirror) throw new NotOfRows('"gather" and "mirror"');
  if (rule.options?.through) throw new NotOfRows('"through"');
  const inner = rule.each;
  const on = rule.on?.filter((action) => action === 'create' || action === 'update');
  if (on?.length === 0) return undefined;
  const { list } = source;
  const names = inner === undefined ? rowNames(rule, source) : rule.field;
  if (inner === undefined && rule.field !== undefined && names?.length === 0) return undefined;
  const say = (text: string) => rewritten(text, source, inner !== undefined);
  const sayAll = (texts: Readonly<Record<string, string | number | boolean | null>>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, say(String(text))]));
  const when = [rule.when === undefined ? undefined : `(${say(rule.when)})`, whenOf(on, list)].filter(
    (part) => part !== undefined,
  );
  const { except: _except, on: _on, ...words } = rule;
  return {
    ...words,
    each: inner === undefined ? list.path : `${list.path}.${inner}`,
    ...(names !== undefined && { field: names as Rule['field'] }),
    ...(typeof rule.relevant === 'string' && { relevant: say(rule.relevant) }),
    ...(typeof rule.required === 'string' && { required: say(rule.required) }),
    ...(typeof rule.editable === 'string' && { editable: say(rule.editable) }),
    ...(rule.value !== undefined && { value: say(rule.value) }),
    ...(rule.check !== undefined && { check: say(rule.check) }),
    ...(rule.at && inner === undefined && { at: rule.at.filter((name) => isOfRow(name, list)) }),
    ...(when.length > 0 && { when: when.join(' and ') }),
    ...(rule.params && { params: sayAll(rule.params as Record<string, string>) as Rule['params'] }),
    ...(rule.set && { set: sayAll(rule.set as Record<string, string>) as Rule['set'] }),
    ...(rule.others && { others: sayAll(rule.others as Record<string, string>) as Rule['others'] }),
    ...(rule.options && {
      options: {
        ...rule.options,
        // For lists requested separately, not for rows of a form.
        none: undefined,
        ...(rule.options.where !== undefined && {
          where: rewritten(rule.options.where, source, true),
        }),
      },
    }),
  };
}

const isOfRow = (name: string, { fields = [] }: FieldModel): boolean =>
  name === '*' || fields.some((field) => field.name === name.split('.')[0]);

/** The fields of a rule that exist in a row, without the owner and server-managed fields. */
function rowNames(rule: Rule, { list, entity }: RowSource): readonly string[] | undefined {
  if (rule.field === undefined) return undefined;
  const properties = Object.entries(entity.properties ?? {}) as [string, Field][];
  const inGroup = (group: string) =>
    properties.filter(([, field]) => field['x-group'] === group).map(([name]) => name);
  const expand = (names: readonly string[]) =>
    names.flatMap((name) => (name.startsWith('@') ? inGroup(name.slice(1)) : [name]));
  if (!rule.except) return expand([rule.field].flat()).filter((name) => isOfRow(name, list));
  const left = new Set(expand(rule.except));
  return properties
    .filter(([name, field]) => !left.has(name) && !field.readOnly && isOfRow(name, list))
    .map(([name]) => name);
}

const at = 0;
const variable = (name: string): Tree => ({ kind: 'variable', name, at });
const named = (name: string): Tree => ({ kind: 'name', name, at });
const pathOf = (...steps: readonly Step[]): Path => ({ kind: 'path', steps, at });

/** The stored row with the same id. */
function storedRow({ path }: FieldModel): Path {
  const sameId: Tree = {
    kind: 'binary',
    operator: '=',
    left: pathOf({ of: named('Id') }),
    right: pathOf({ of: variable('row') }, { of: named('Id') }),
    at,
  };
  return pathOf({ of: variable('previous') }, { of: named(path), filters: [sameId] });
}

const isStored = (list: FieldModel): Tree => ({ kind: 'call', name: 'exists', args: [storedRow(list)], at });

/** A row is created or updated independently of the operation on the holding record. */
function whenOf(on: readonly string[] | undefined, list: FieldModel): string | undefined {
  if (on?.length !== 1) return undefined;
  const stored = printTree(isStored(list));
  return on[0] === 'update' ? stored : `$not(${stored})`;
}

/** The rewritten text; one that does not parse is reported by its own entity. */
function rewritten(text: string, source: RowSource, isElsewhere: boolean): string {
  const { tree } = source.parse(text);
  return tree ? printTree(moved(tree, { ...source, isElsewhere })) : text;
}

type Moving = RowSource & {
  /** Names refer to something other than the row: a choice, a filtered item, a nested row. */
  readonly isElsewhere: boolean;
};

function moved(tree: Tree, moving: Moving): Tree {
  const move = (part: Tree) => moved(part, moving);
  switch (tree.kind) {
    case 'variable':
      return movedVariable(tree.name, moving);
    case 'path':
      return movedPath(tree, moving);
    case 'filter':
      return { ...tree, of: move(tree.of), by: tree.by.map((part) => moved(part, within(moving))) };
    case 'binary':
      return { ...tree, left: move(tree.left), right: move(tree.right) };
    case 'logic':
    case 'list':
    case 'block':
      return { ...tree, of: tree.of.map(move) };
    case 'negate':
      return { ...tree, of: move(tree.of) };
    case 'object':
      return { ...tree, pairs: tree.pairs.map(([key, value]) => [move(key), move(value)] as const) };
    case 'condition':
      return { ...tree, test: move(tree.test), yes: move(tree.yes), ...(tree.no && { no: move(tree.no) }) };
    case 'bind':
      return { ...tree, value: move(tree.value) };
    case 'call':
      return { ...tree, args: tree.args.map(move) };
    default:
      return tree;
  }
}

const within = (moving: Moving): Moving => ({ ...moving, isElsewhere: true });

function movedVariable(name: string, { list }: Moving): Tree {
  if (name === 'record') return variable('row');
  if (name === 'owner') return variable('record');
  if (name === 'previous') return storedRow(list);
  if (name !== 'action') return variable(name);
  const is = (value: string): Tree => ({ kind: 'literal', value, at });
  return {
    kind: 'block',
    of: [{ kind: 'condition', test: isStored(list), yes: is('update'), no: is('create'), at }],
    at,
  };
}

/** The path starts at the row, at the holding record, or at something else. */
function movedPath(path: Path, moving: Moving): Tree {
  const [first, ...rest] = path.steps;
  if (!first) return path;
  const head = withoutBrackets(first.of);
  const later = rest.map((step) => movedStep(step, moving));
  const filters = first.filters?.map((part) => moved(part, within(moving)));
  if (head.kind === 'name') {
    const own = moving.isElsewhere ? undefined : ownMember(head.name, moving);
    return own ? pathOf(...own, ...later) : pathOf({ ...first, filters }, ...later);
  }
  const [second, ...third] = rest;
  if (head.kind === 'variable' && head.name === 'record' && second?.of.kind === 'name') {
    const own = ownMember(second.of.name, moving);
    if (own) return pathOf(...own, ...third.map((step) => movedStep(step, moving)));
  }
  const start = moved(first.of, moving);
  const steps = start.kind === 'path' ? start.steps : [{ of: start }];
  const last = steps.at(-1) as Step;
  const all = [...(last.filters ?? []), ...(filters ?? [])];
  return pathOf(...steps.slice(0, -1), all.length > 0 ? { ...last, filters: all } : last, ...later);
}

function movedStep({ of, filters }: Step, moving: Moving): Step {
  const inside = within(moving);
  return { of: moved(of, inside), ...(filters && { filters: filters.map((part) => moved(part, inside)) }) };
}

/** Members a row does not have: its owner, which is the holding record, and its position. */
function ownMember(name: string, { list, entity }: Moving): readonly Step[] | undefined {
  const owner = list.records?.owner ?? '';
  if (name === owner) return [{ of: variable('record') }, { of: named('Id') }];
  const declared = (entity.properties as Record<string, Field | undefined> | undefined)?.[owner];
  if (declared?.['x-expand']?.as === name) return [{ of: variable('record') }];
  return entity['x-order']?.field === name ? [{ of: variable('index') }] : undefined;
}
