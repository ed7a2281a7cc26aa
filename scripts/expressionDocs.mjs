// Generates the page about expressions: the variables available in each place, collected while compiling the
// shipped declarations, and the functions of the engine with examples that are evaluated here.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { importTypeScript } from './importTypeScript.mjs';
import { root } from './install.mjs';
import { readDeclarations } from './readDeclarations.mjs';

const examples = JSON.parse(readFileSync(path.join(root, 'scripts/expressionExamples.json'), 'utf8'));

/** The text of the page below its banner. */
export async function expressionPage() {
  const engine = await importTypeScript('engine/index.ts');
  const { compiler, noted } = await compiled(engine);
  return `# Expressions

Where a word of the language takes an expression, it is JSONata in a checked profile: no regular expressions, no functions of one’s own, no clock, no chance. Names are checked when declarations are: an unknown one is a finding, with the nearest that there is.

- A name is a field: of the record, of the row, or of whatever stands under \`$\` at that place; \`$$\` is what stood there at the beginning. Dots go on through objects, expanded references (\`Brand.Name\`) and choices (\`ProductStateType.Name\`).
- What is empty is missing, and a missing value is neither equal to anything nor greater or smaller: \`$has\`, \`$empty\` and \`$default\` speak of it.
- Dates are texts, \`'2026-11-20'\`, and compared with \`$after\` and its kin, which hold while a date is missing.
- A path through a list gives the one value itself when there is one row and nothing when there is none: \`$list(…)\` is always a list. \`$count\` and \`$total\` need no care.
- Conditions on rows (**where**) are compared by the database: fields with \`=\`, \`<\`, \`in\`, \`and\`, \`or\`, \`$not\`, \`$has\`, \`$empty\`, and what does not depend on the row.

## Names, by place

A field by its bare name is one of what the second column says. \`?\`: where there is one.

${places(noted, engine)}

What they are:

${variables(noted)}

Policies (\`policy\` of behaviour.json, \`access\` of screens) name features and have no expressions. What depends on the record is a rule: \`editable\`, or a \`check\` with \`denies\`; which records somebody sees at all says \`x-rowAccess\`.

Queries (\`schemas/<area>/queries\`) have no expressions: columns, joins and filters name paths, see [query](query.md).

## Operators

Examples stand over this record, today being ${examples.variables.today}:

\`\`\`json
${JSON.stringify(examples.record)}
\`\`\`

${operators(engine, compiler)}

## Functions everywhere

${await functionLists(engine, compiler)}
`;
}

/** Compiles all expressions of this repository, with the variables each may read. */
async function compiled({ parseExpression }) {
  const { set } = await readDeclarations('.');
  const { assembleModel } = await importTypeScript('engine/model/assembleModel.ts');
  const { wholly } = await importTypeScript('engine/parts.ts');
  const { compiler } = wholly(assembleModel(set, { parse: parseExpression }));
  return { compiler, noted: compiler.noted };
}

/** Words whose children have names chosen by people. */
const named = new Set(
  'set params others defaults conditions filling lists data fields initial confirm alert text title subtitle breadcrumb functions sheets'.split(
    ' ',
  ),
);
/** Children of those words that are not such names. */
const fixed = new Set(['when', 'by', 'file', 'where', 'about']);

/** The word of a pointer: `/rules/3/params/limit` → `rules.params.…` */
function wordOf(pointer) {
  const steps = pointer.split('/').filter((step) => step !== '' && !/^\d+$/.test(step));
  return steps.map((step, at) => (named.has(steps[at - 1]) && !fixed.has(step) ? '…' : step)).join('.');
}

/** Variables that exist only for some entities, rules or actions. */
const sometimes = new Set(['owner', 'row', 'index', 'option', 'ask', 'earlier']);

/** Variables that a word can have elsewhere, even if none of our declarations uses them there. */
function alike(kind, word, names) {
  if (kind === 'screen') return /\.(body|alert|ask\.)/.test(word) ? ['ask'] : [];
  if (!names.includes('record') || word.startsWith('operand')) return [];
  return word.startsWith('rules.') ? ['owner', 'row', 'index'] : ['owner'];
}

/** A table of words; those with equal variables share a line. */
function places(noted, { kindOfFile }) {
  const found = new Map();
  for (const { place, scope, isFilter } of noted) {
    const [kind, word] = [kindOfFile(place.file), wordOf(place.path)];
    const { root: around, vars } = scope();
    const own = word.startsWith('operand.functions') ? ['record', 'today', 'now', 'user'] : Object.keys(vars);
    const key = `${kind} ${word}`;
    const known = found.get(key) ?? {
      kind,
      word,
      root: rootOf(kind, word, { around, isFilter }),
      vars: new Set(),
    };
    for (const name of [...own, ...alike(kind, word, own)]) known.vars.add(name);
    found.set(key, known);
  }
  const lines = new Map();
  for (const { kind, word, root, vars } of [...found.values()].sort(byWord)) {
    const names = [...vars].sort().map((name) => `\`$${name}\`${sometimes.has(name) ? '?' : ''}`);
    const group = lines.get(kind) ?? new Map();
    const line = `${root} | ${names.join(', ')}`;
    group.set(line, [...(group.get(line) ?? []), `\`${word}\``]);
    lines.set(kind, group);
  }
  return [...lines]
    .map(([kind, group]) => {
      const rows = [...group].map(([line, words]) => `| ${words.join(', ')} | ${line} |`);
      return `**${kind}**\n\n| words | bare names | variables |\n|---|---|---|\n${rows.join('\n')}`;
    })
    .join('\n\n');
}

const byWord = (one, other) => (`${one.kind} ${one.word}` < `${other.kind} ${other.word}` ? -1 : 1);

function rootOf(kind, word, { around, isFilter }) {
  if (isFilter) return 'each record that may be found';
  if (/(lists\.….(?!where)|rowActions|edit\.enabled|form\.actions)/.test(word))
    return 'the row, or the record';
  if (kind === 'screen') return around.kind === 'object' ? 'the row, or the record' : 'none';
  if (word.startsWith('operand.values')) return 'the record of the values';
  return word.startsWith('rules.') ? 'the record; with `each` the row' : 'the record';
}

const meanings = {
  action: 'What is done: `create`, `update`, `transition:launch`; what the route says in `as`.',
  answer: 'What the call answered.',
  ask: 'What the person answered, by the names of the fields asked.',
  body: 'What was sent beside the file.',
  data: 'The records of the screen, by their names in `data`.',
  earlier: 'What the call made `before` answered.',
  index: 'The place of the row in its list, from 0.',
  lists: 'The lists of the summary, as the API answers them: `$lists.plans.Items`, `.TotalItems`.',
  now: 'The moment, such as 2026-11-20T15:00:00Z.',
  option: 'The record that was chosen, of a field that refers to one.',
  owner: 'The record this one belongs to (`x-owner`), and by the name in `x-kin` its other records.',
  params: 'The parameters of the path.',
  previous: 'The record as it was stored; of a new one what it began with.',
  query: 'What stands behind the ? of the address or the call.',
  record: 'The whole record, where bare names are fields of a row.',
  route: 'The parameters of the address: `$route.productId`.',
  row: 'The row, of a rule with `each`.',
  source: 'The record that is copied.',
  today: 'The day it is, where the server is.',
  user: 'Who calls: `Id`, `UserName`, `DisplayName`, `Roles`, `Features`, and the records that are about them by the names in `x-user` (`$user.Employee.DealerId`).',
};

function variables(noted) {
  const own = noted.filter(({ place }) => !place.path.includes('/operand/functions'));
  const names = new Set(own.flatMap(({ scope }) => Object.keys(scope().vars)));
  const silent = [...names].filter((name) => !Object.hasOwn(meanings, name));
  if (silent.length > 0) throw new Error(`expressionDocs.mjs says nothing of $${silent.join(', $')}.`);
  return [...names]
    .sort()
    .map((name) => `- \`$${name}\`: ${meanings[name]}`)
    .join('\n');
}

function operators(engine, { functions }) {
  return examples.operators
    .map(([text, meaning]) => `- ${meaning}\n  ${shown(engine, functions, text)}`)
    .join('\n');
}

const groups = [
  ['What is there', 'presence'],
  ['Texts', 'text'],
  ['Numbers, as binary fractions', 'number'],
  ['Exact decimals, for money', 'decimal'],
  ['Dates', 'date'],
  ['Lists', 'list'],
  ['Rows', 'row'],
];

async function functionLists(engine, { functions }) {
  const every = await Promise.all(
    groups.map(async ([title, name]) => {
      const list = (await importTypeScript(`engine/expression/${name}Functions.ts`))[`${name}Functions`];
      return `**${title}**\n\n${list.map((one) => entry(engine, functions, one)).join('\n')}`;
    }),
  );
  const { templateFunctions } = await importTypeScript('engine/template/templateFunctions.ts');
  const { stepFunctions } = await importTypeScript('extensions/pricing/engine/stepFunctions.ts');
  const steps = stepFunctions({ kinds: ['table', 'factor', 'option'], lookUps: [] });
  const beside = (table) => [...table.values()].filter(({ name }) => !engine.defaultFunctions.has(name));
  const list = (table) =>
    beside(table)
      .map((one) => entry(engine, table, one))
      .join('\n');
  return `${every.join('\n\n')}

## Functions of rules, screens and policies

- **\`$is(condition)\`**, **\`$is(condition, record)\`**: A condition an entity names in \`conditions\` of its behaviour.json, put in place; of another record when one is given: \`$is('product.limits-open', $owner)\`.
${list(functions)}

## Functions of templates

In \`{{ … }}\` of a field with \`x-template\`; bare names are fields of the record, lists it owns go by their \`x-collection\`, and there are \`$record\`, \`$outer\`, \`$today\`, \`$now\` and \`$locale\`.

${list(templateFunctions)}

## Pricing formulas and rule texts

Rule texts (\`format: rule\`) speak of the operands \`x-rule\` names, \`Policy.TermMonth\`, and \`$today\`, with the functions everywhere and those of \`operand.functions\`.

Steps of a pricing formula speak of operands, of other steps as \`$name\` and of the plan as \`$plan\`. Numbers are exact, and these functions are all there are: ${[...steps.values()].map((one) => `\`${signature(one)}\``).join(', ')}. [Pricing](../pricing.md) says what look-ups give.
`;
}

function entry(engine, functions, record) {
  const example = examples.functions[record.name];
  if (example === undefined)
    throw new Error(`scripts/expressionExamples.json has no example of $${record.name}.`);
  return `- **\`${signature(record)}\`**: ${record.help}\n  ${shown(engine, functions, example)}`;
}

function signature({ name, parameters }) {
  const names = parameters.map((one) => `${one.name}${one.isRest ? ' …' : ''}${one.isOptional ? '?' : ''}`);
  return `$${name}(${names.join(', ')})`;
}

/** An example with its result. */
function shown({ parseExpression, compileTree }, functions, text) {
  const { tree, problems } = parseExpression(text);
  if (!tree) throw new Error(`${text}: ${JSON.stringify(problems)}`);
  const value = compileTree(tree, { functions, text }).evaluate({
    root: examples.record,
    vars: examples.variables,
  });
  return `\`${text}\` gives \`${JSON.stringify(value)}\``;
}
