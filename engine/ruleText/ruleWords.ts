/** Translates a rule to plain words. */
import { printTree } from '../expression/printTree.ts';
import { type Tree, withoutBrackets } from '../expression/tree.ts';
import type { Operand, RuleFunction } from '../types/ruleTextTypes.ts';
import { operandName } from './operandsUsed.ts';

/** A sentence, or a heading with its parts; `code` when only the source text can express it. */
export type Words = {
  readonly text: string;
  readonly isCode?: boolean;
  readonly items?: readonly Words[];
};

type Wording = {
  readonly operands: readonly Pick<Operand, 'name' | 'label' | 'values'>[];
  /** Functions of the host. */
  readonly functions?: readonly Pick<RuleFunction, 'name' | 'parameters' | 'words'>[];
  readonly say: (key: string, params?: Readonly<Record<string, unknown>>) => string;
  /** Formats a value in the language. */
  readonly write: (value: string | number | boolean | null) => string;
};

/** The words of a tree. */
export function ruleWords(tree: Tree, wording: Wording): Words {
  const bare = withoutBrackets(tree);
  const { say } = wording;
  if (bare.kind === 'logic')
    return {
      text: say(bare.operator === 'and' ? 'ui.rule.words.all' : 'ui.rule.words.any'),
      items: bare.of.map((part) => ruleWords(part, wording)),
    };
  if (bare.kind === 'condition') return choiceWords(bare, wording);
  const negated = bare.kind === 'call' && bare.name === 'not' ? bare.args[0] : undefined;
  if (negated) return notWords(negated, wording);
  return plainWords(bare, wording) ?? { text: printTree(tree), isCode: true };
}

function choiceWords({ test, yes, no }: Extract<Tree, { kind: 'condition' }>, wording: Wording): Words {
  const { say } = wording;
  const parts = [
    { text: say('ui.rule.words.if'), items: [ruleWords(test, wording)] },
    { text: say('ui.rule.words.then'), items: [ruleWords(yes, wording)] },
    ...(no ? [{ text: say('ui.rule.words.else'), items: [ruleWords(no, wording)] }] : []),
  ];
  return { text: say('ui.rule.words.choice'), items: parts };
}

function notWords(of: Tree, wording: Wording): Words {
  const bare = withoutBrackets(of);
  const name = operandName(bare);
  if (name !== undefined) return { text: wording.say('ui.rule.words.no', { name: labelOf(name, wording) }) };
  return { text: wording.say('ui.rule.words.not'), items: [ruleWords(bare, wording)] };
}

function plainWords(tree: Tree, wording: Wording): Words | undefined {
  const { say, write } = wording;
  const name = operandName(tree);
  if (name !== undefined) return { text: say('ui.rule.words.yes', { name: labelOf(name, wording) }) };
  if (tree.kind === 'literal' && typeof tree.value === 'boolean')
    return { text: say(tree.value ? 'ui.rule.words.always' : 'ui.rule.words.never') };
  if (tree.kind === 'call') return callWords(tree, wording);
  if (tree.kind !== 'binary') return undefined;
  const held = heldWords(tree, wording);
  if (held) return held;
  const key = phrases[tree.operator];
  const left = operandName(withoutBrackets(tree.left));
  const right = withoutBrackets(tree.right);
  if (!key || left === undefined) return undefined;
  const other = operandName(right);
  const value =
    other === undefined
      ? (dayWords(right, wording) ??
        shareWords(right, wording) ??
        valueWords(right, left, { ...wording, write }))
      : labelOf(other, wording);
  return value === undefined ? undefined : { text: say(key, { name: labelOf(left, wording), value }) };
}

/** `"admin" in $user.Roles` reads « Roles of the person includes Administrator ». */
function heldWords(tree: Extract<Tree, { kind: 'binary' }>, wording: Wording): Words | undefined {
  const [left, right] = [withoutBrackets(tree.left), withoutBrackets(tree.right)];
  const name = printTree(right);
  const isKnown = wording.operands.some((operand) => operand.name === name);
  if (tree.operator !== 'in' || left.kind !== 'literal' || right.kind !== 'path' || !isKnown)
    return undefined;
  const value = valueWords(left, name, wording) ?? '';
  return { text: wording.say('ui.rule.words.includes', { name: labelOf(name, wording), value }) };
}

/** `$addDays($today, -30)` reads « 30 days before today ». */
function dayWords(tree: Tree, { say }: Wording): string | undefined {
  const isToday = (one: Tree | undefined) => one?.kind === 'variable' && one.name === 'today';
  if (isToday(tree)) return say('ui.rule.words.today');
  const [from, days] = tree.kind === 'call' && tree.name === 'addDays' ? tree.args.map(withoutBrackets) : [];
  if (!isToday(from) || days?.kind !== 'literal' || typeof days.value !== 'number') return undefined;
  return say(days.value < 0 ? 'ui.rule.words.days-before' : 'ui.rule.words.days-after', {
    count: Math.abs(days.value),
  });
}

/** `0.05 * Price` reads « 5 % of Price ». */
function shareWords(tree: Tree, wording: Wording): string | undefined {
  if (tree.kind !== 'binary' || tree.operator !== '*') return undefined;
  const sides = [withoutBrackets(tree.left), withoutBrackets(tree.right)];
  const factor = sides.find((side) => side.kind === 'literal');
  const name = sides.map(operandName).find((one) => one !== undefined);
  if (factor?.kind !== 'literal' || typeof factor.value !== 'number' || name === undefined) return undefined;
  const percent = wording.write(Number((factor.value * 100).toPrecision(12)));
  return wording.say('ui.rule.words.share', { percent, name: labelOf(name, wording) });
}

const phrases: Readonly<Partial<Record<string, string>>> = {
  '=': 'ui.rule.words.eq',
  '!=': 'ui.rule.words.ne',
  '<': 'ui.rule.words.lt',
  '<=': 'ui.rule.words.le',
  '>': 'ui.rule.words.gt',
  '>=': 'ui.rule.words.ge',
  in: 'ui.rule.words.in',
};

const calls: Readonly<Partial<Record<string, string>>> = {
  has: 'ui.rule.words.has',
  exists: 'ui.rule.words.has',
  empty: 'ui.rule.words.empty',
};

function callWords(tree: Extract<Tree, { kind: 'call' }>, wording: Wording): Words | undefined {
  const own = wording.functions?.find(({ name }) => name === tree.name);
  if (own?.words) return ownWords(tree, own, wording);
  const name = tree.args[0] && operandName(tree.args[0]);
  const [, second] = tree.args.map(withoutBrackets);
  const said = name === undefined || !second ? undefined : pairWords(tree.name, { name, second }, wording);
  if (said) return said;
  const key = calls[tree.name];
  if (!key || name === undefined || tree.args.length !== 1) return undefined;
  return { text: wording.say(key, { name: labelOf(name, wording) }) };
}

/** `$contains(Title, "b")`, `$startsWith(…)`, and `$ne(State, $previous.State)`. */
function pairWords(
  of: string,
  { name, second }: { readonly name: string; readonly second: Tree },
  wording: Wording,
): Words | undefined {
  const label = labelOf(name, wording);
  if (of === 'ne' && printTree(second) === `$previous.${name}`)
    return { text: wording.say('ui.rule.words.changed', { name: label }) };
  if ((of !== 'contains' && of !== 'startsWith') || second.kind !== 'literal') return undefined;
  return { text: wording.say(`ui.rule.words.${of}`, { name: label, value: String(second.value) }) };
}

/** A host function in the words of its declaration. */
function ownWords(
  { args }: Extract<Tree, { kind: 'call' }>,
  { words: key, parameters }: Pick<RuleFunction, 'parameters' | 'words'>,
  wording: Wording,
): Words | undefined {
  const said = parameters.map(({ name: parameter }, at): readonly [string, string | undefined] => {
    const arg = args[at] && withoutBrackets(args[at]);
    const name = arg && operandName(arg);
    return [parameter, name === undefined ? arg && valueWords(arg, '', wording) : labelOf(name, wording)];
  });
  const given = said.filter((_, at) => args[at] !== undefined);
  if (given.some(([, value]) => value === undefined)) return undefined;
  return { text: wording.say(key ?? '', Object.fromEntries(given)) };
}

function valueWords(tree: Tree, name: string, wording: Wording): string | undefined {
  const said = (value: string | number | boolean | null) =>
    wording.operands.find((operand) => operand.name === name)?.values?.find((one) => one.value === value)
      ?.label ?? wording.write(value);
  if (tree.kind === 'literal') return said(tree.value);
  if (tree.kind !== 'list') return undefined;
  const values = tree.of.map((item) => (item.kind === 'literal' ? said(item.value) : undefined));
  return values.includes(undefined) ? undefined : values.join(', ');
}

function labelOf(name: string, { operands }: Wording): string {
  return operands.find((operand) => operand.name === name)?.label ?? name;
}
