import type { Token } from './scanText.ts';
import { expressionLimits, type Problem } from './tree.ts';

const maximumProblems = 10;
const maximumSigns = 20;

/** The previous token matters: after an operand `/` divides, elsewhere it starts a regular expression. */
type Place = {
  readonly token: Token;
  readonly index: number;
  readonly tokens: readonly Token[];
  readonly afterOperand: boolean;
};

type Check = (place: Place) => Problem | undefined;

/** Finds tokens outside the profile and common slips before jsonata parses the text. */
export function checkTokens(tokens: readonly Token[], depth: number = expressionLimits.depth): Problem[] {
  const problems: Problem[] = [];
  let afterOperand = false;
  for (const [index, token] of tokens.entries()) {
    const place = { token, index, tokens, afterOperand };
    const problem = checks.reduce<Problem | undefined>((found, check) => found ?? check(place), undefined);
    if (problem) problems.push(problem);
    if (problems.length === maximumProblems) return problems;
    afterOperand = isOperandAfter(token, afterOperand);
  }
  return problems.length > 0 ? withoutEchoes(problems) : checkBrackets(tokens, depth);
}

function isOperandAfter(token: Token, afterOperand: boolean): boolean {
  if (token.kind === 'operator') return token.text === ')' || token.text === ']' || token.text === '}';
  return !(isWordOperator(token) && afterOperand);
}

function isWordOperator(token: Token): boolean {
  return token.kind === 'name' && (token.text === 'and' || token.text === 'or' || token.text === 'in');
}

/** `a == 1` would be reported once per `=`, and two operands in a row only follow from an earlier slip. */
function withoutEchoes(problems: readonly Problem[]): Problem[] {
  let reach = -1;
  const telling = problems.filter((problem) => problem.code !== 'syntax');
  return (telling.length > 0 ? telling : problems).filter((problem) => {
    const isEcho = problem.at < reach;
    if (!isEcho) reach = problem.at + (problem.length ?? 1);
    return !isEcho;
  });
}

const slips: readonly { readonly marks: readonly string[]; readonly fix: string; readonly code: string }[] = [
  { marks: ['=', '=', '='], fix: '=', code: 'equals' },
  { marks: ['=', '='], fix: '=', code: 'equals' },
  { marks: ['!=', '='], fix: '!=', code: 'not-equals' },
  { marks: ['&', '&'], fix: 'and', code: 'and' },
  { marks: ['|', '|'], fix: 'or', code: 'or' },
  { marks: ['<', '>'], fix: '!=', code: 'not-equals' },
  { marks: ['=', '>'], fix: '>=', code: 'compare' },
  { marks: ['=', '<'], fix: '<=', code: 'compare' },
];

const checkSlip: Check = ({ token, index, tokens }) => {
  const slip = slips.find(({ marks }) =>
    marks.every((mark, offset) => isJoined(tokens, index + offset, mark, offset)),
  );
  if (!slip) return undefined;
  const written = slip.marks.join('');
  const message = `Use ${slip.fix} instead of ${written}.`;
  return { message, at: token.start, length: written.length, code: slip.code, fix: slip.fix };
};

function isJoined(tokens: readonly Token[], index: number, mark: string, offset: number): boolean {
  const token = tokens[index];
  if (token?.kind !== 'operator' || token.text !== mark) return false;
  return offset === 0 || tokens[index - 1]?.end === token.start;
}

const outside: Readonly<Record<string, string>> = {
  '!': 'Use $not(…) instead of !.',
  '~>': 'Write the call directly, as $name(value), instead of ~>.',
  '|': 'Changing a value with | … | is not available; build a new object with { … }.',
  '^': 'Sorting with ^(…) is not available; use $sort(…).',
  '@': 'Binding with @ is not available; use a filter such as list[Id = $record.Id].',
  '#': 'Binding a position with # is not available; use list[0] for a place in a list.',
  '**': 'Searching all levels with ** is not available; write the path.',
  '??': 'Use $default(value, other) instead of ??.',
  '?:': 'Use $default(value, other), or test ? yes : no, instead of ?:.',
};

const checkOperator: Check = ({ token }) => {
  if (token.kind !== 'operator' || !Object.hasOwn(outside, token.text)) return undefined;
  return refuse(token, outside[token.text] as string);
};

const prefixes: Readonly<Record<string, string>> = {
  '*': 'Reading all fields with * is not available; name the field.',
  '%': 'Going up with % is not available; use $owner or $record.',
  '/': 'Regular expressions are not available; use $contains(text, part).',
};

const checkPrefix: Check = ({ token, afterOperand }) => {
  if (token.kind !== 'operator' || afterOperand || !Object.hasOwn(prefixes, token.text)) return undefined;
  return refuse(token, prefixes[token.text] as string);
};

const checkSuffix: Check = ({ token, index, tokens, afterOperand }) => {
  if (token.kind !== 'operator' || !afterOperand) return undefined;
  if (token.text === '{')
    return refuse(token, 'Grouping with { … } is not available; use a filter and $distinct(…).');
  if (token.text !== '[' || tokens[index + 1]?.text !== ']') return undefined;
  return refuse(token, 'Use $list(…) instead of [].');
};

/** jsonata functions that are refused, with the alternative. */
const functionsOutside: Readonly<Record<string, string>> = {
  eval: 'Text cannot be run as an expression.',
  pad: 'Padding is not available; join texts with &.',
  match: 'Regular expressions are not available; use $contains(text, part).',
  replace: 'Replacing is not available; use $substringBefore and $substringAfter.',
  split: 'Splitting is not available; use $substringBefore and $substringAfter.',
  now: 'Use the variable $now, without brackets.',
  millis: 'Use the variable $now.',
  random: 'Chance is not available in a rule.',
  shuffle: 'Chance is not available in a rule.',
  map: 'Functions as values are not available; write list.(…) for each row.',
  filter: 'Functions as values are not available; write list[…].',
  single: 'Functions as values are not available; write list[…][0].',
  reduce: 'Functions as values are not available; use $sum, $total, $max or $join.',
  sift: 'Functions as values are not available; name the fields in { … }.',
  each: 'Functions as values are not available; use $keys(…).',
  formatNumber: 'Picture texts are not available; the screen formats numbers.',
  formatInteger: 'Picture texts are not available; the screen formats numbers.',
  formatBase: 'Number bases are not available.',
  parseInteger: 'Picture texts are not available; use $number(…).',
  fromMillis: 'Use dates written as 2026-01-31, $addDays and $daysBetween.',
  toMillis: 'Use dates written as 2026-01-31, $addDays and $daysBetween.',
  error: 'Raising an error is not available; write a check.',
  assert: 'Raising an error is not available; write a check.',
  clone: 'Copying is not needed: values never change.',
  spread: 'Spreading is not available; use $keys and $lookup.',
  merge: 'Merging is not available; write the object with { … }.',
  zip: 'Zipping is not available.',
  sqrt: 'Roots are not available.',
  power: 'Powers are not available; multiply.',
  base64encode: 'Encoding is not available in a rule.',
  base64decode: 'Encoding is not available in a rule.',
  encodeUrl: 'Encoding is not available in a rule.',
  encodeUrlComponent: 'Encoding is not available in a rule.',
  decodeUrl: 'Encoding is not available in a rule.',
  decodeUrlComponent: 'Encoding is not available in a rule.',
};

const checkCall: Check = ({ token, index, tokens }) => {
  const isCall = tokens[index + 1]?.text === '(' && tokens[index + 1]?.kind === 'operator';
  if (!isCall || (token.kind !== 'variable' && token.kind !== 'name')) return undefined;
  const name = token.text.replace(/^\$/, '');
  if (token.kind === 'variable') {
    return Object.hasOwn(functionsOutside, name)
      ? refuse(token, functionsOutside[name] as string)
      : undefined;
  }
  if (isWordOperator(token) || /^(and|or|in|not)$/i.test(name)) return undefined;
  if (name === 'function' || name === 'λ') {
    return refuse(token, 'Functions as values are not available; write list[…] or list.(…).');
  }
  // After a dot a bracket opens a block, so only the first name of a path can lack a $.
  const fix = `$${name}`;
  return {
    message: `Write ${fix}(…): names of functions start with $.`,
    at: token.start,
    length: name.length,
    code: 'call',
    fix,
  };
};

const checkNot: Check = ({ token, index, tokens, afterOperand }) => {
  if (token.kind !== 'name' || afterOperand || token.text.toLowerCase() !== 'not') return undefined;
  const next = tokens[index + 1];
  if (!next || (next.kind === 'operator' && next.text !== '(')) return undefined;
  return {
    message: 'Use $not(…).',
    at: token.start,
    length: token.end - token.start,
    code: 'not',
    fix: '$not',
  };
};

const checkCapitals: Check = ({ token, afterOperand }) => {
  const small = token.text.toLowerCase();
  if (token.kind !== 'name' || !afterOperand || isWordOperator(token)) return undefined;
  if (!['and', 'or', 'in'].includes(small)) return undefined;
  const message = `Write ${small} in small letters.`;
  return { message, at: token.start, length: token.text.length, code: small, fix: small };
};

const checkBracketedList: Check = ({ token, index, tokens, afterOperand }) => {
  const open = tokens[index + 1];
  if (!afterOperand || !isWordOperator(token) || token.text !== 'in' || open?.text !== '(') return undefined;
  if (!hasCommaInside(tokens, index + 1)) return undefined;
  return {
    message: 'Use square brackets after in: in ["A", "B"].',
    at: open.start,
    length: 1,
    code: 'in-list',
  };
};

function hasCommaInside(tokens: readonly Token[], open: number): boolean {
  let depth = 0;
  for (const token of tokens.slice(open)) {
    if (token.kind !== 'operator') continue;
    if ('([{'.includes(token.text)) depth++;
    else if (')]}'.includes(token.text) && --depth === 0) return false;
    else if (token.text === ',' && depth === 1) return true;
  }
  return false;
}

const checkTwoOperands: Check = ({ token, index, tokens, afterOperand }) => {
  if (!afterOperand || token.kind === 'operator' || isWordOperator(token)) return undefined;
  const before = tokens[index - 1]?.text ?? '';
  const message = `Something is missing between ${shorten(before)} and ${shorten(token.text)}, such as and, or, = or a comma.`;
  return { message, at: token.start, length: token.end - token.start, code: 'syntax' };
};

const checkSigns: Check = ({ token, index, tokens }) => {
  const run = tokens.slice(Math.max(0, index - maximumSigns), index + 1);
  if (run.length <= maximumSigns || !run.every((one) => one.kind === 'operator' && one.text === '-'))
    return undefined;
  return { message: 'Remove the repeated minus signs.', at: token.start, length: 1, code: 'limit' };
};

/** The first match wins, so more helpful messages come first. */
const checks: readonly Check[] = [
  checkSlip,
  checkOperator,
  checkPrefix,
  checkSuffix,
  checkNot,
  checkCapitals,
  checkBracketedList,
  checkCall,
  checkTwoOperands,
  checkSigns,
];

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** jsonata's parser is recursive in brackets and quadratic in path steps; both are limited here. */
function checkBrackets(tokens: readonly Token[], depth: number): Problem[] {
  const open: Token[] = [];
  let steps = 0;
  for (const [index, token] of tokens.entries()) {
    // A new part of `a.b and c.d`, unless a field has that name.
    if (joining.has(token.text) && tokens[index - 1]?.text !== '.') steps = 0;
    if (token.kind !== 'operator') continue;
    steps = countSteps(token.text, steps);
    if (steps > expressionLimits.pathSteps) return [tooDeep(token, 'The path is too long; shorten it.')];
    if (Object.hasOwn(closing, token.text)) open.push(token);
    if (open.length > depth) return [tooDeep(token, 'The brackets are nested too deep; split the rule.')];
    const problem = closeBracket(token, open);
    if (problem) return [problem];
  }
  const unclosed = open.at(-1);
  if (!unclosed) return [];
  const mark = closing[unclosed.text];
  return [{ message: `Close this bracket with ${mark}.`, at: unclosed.start, length: 1, code: 'bracket' }];
}

const joining = new Set(['and', 'or', 'in']);

function countSteps(text: string, steps: number): number {
  if (text === '.') return steps + 1;
  return '()[]{}'.includes(text) ? steps : 0;
}

function closeBracket(token: Token, open: Token[]): Problem | undefined {
  if (token.text !== ')' && token.text !== ']' && token.text !== '}') return undefined;
  const opened = open.pop();
  if (opened && closing[opened.text] === token.text) return undefined;
  const message = opened
    ? `Close ${opened.text} with ${closing[opened.text]} before ${token.text}.`
    : `Remove ${token.text}: no bracket is open here.`;
  return { message, at: token.start, length: 1, code: 'bracket' };
}

function tooDeep(token: Token, message: string): Problem {
  return { message, at: token.start, length: token.end - token.start, code: 'limit' };
}

function refuse(token: Token, message: string): Problem {
  return { message, at: token.start, length: token.end - token.start, code: 'outside-profile' };
}

function shorten(text: string): string {
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
}
