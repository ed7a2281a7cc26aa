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

Expressions are JSONata in a checked profile: no regular expressions, no user-defined functions, no clock, no randomness. Names are checked with the declarations: an unknown name is a finding that suggests the nearest known one.

- A name is a field of the record, the row, or whatever \`$\` is at that place; \`$$\` is the outermost value. Dots follow objects, expanded references (\`Brand.Name\`) and choices (\`ProductStateType.Name\`).
- An empty value is missing, and a missing value is neither equal to, greater nor less than anything: test it with \`$has\`, \`$empty\` and \`$default\`.
- Dates are texts, \`'2026-11-20'\`; compare them with \`$after\` and the other date functions, which are true while a date is missing.
- A path through a list gives the value itself if there is one row, and nothing if there is none: \`$list(…)\` is always a list. \`$count\` and \`$total\` handle all of these.
- Conditions on rows (**where**) run in the database: fields with \`=\`, \`<\`, \`in\`, \`and\`, \`or\`, \`$not\`, \`$has\`, \`$empty\`, and anything that does not depend on the row.

## Names, by place

A bare name is a field of what the second column says. \`?\`: only where there is one.

${places(noted, engine)}

Their meaning:

${variables(noted)}

Policies (\`policy\` of behaviour.json, \`access\` of screens) name features and have no expressions. Conditions on the record are rules: \`editable\`, or a \`check\` with \`denies\`; \`x-rowAccess\` declares which records a person sees at all.

Queries (\`schemas/<area>/queries\`) have no expressions: columns, joins and filters name paths, see [query](query.md).

## Operators

The examples use this record; today is ${examples.variables.today}:

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
  const { compiler } = wholly(assembleModel(set, { parse: parseExpression })).scope;
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
  if (isFilter) return 'each candidate record';
  if (/(lists\.….(?!where)|rowActions|edit\.enabled|form\.actions)/.test(word))
    return 'the row, or the record';
  if (kind === 'screen') return around.kind === 'object' ? 'the row, or the record' : 'none';
  if (word.startsWith('operand.values')) return 'the record of the values';
  return word.startsWith('rules.') ? 'the record; with `each` the row' : 'the record';
}

const meanings = {
  action: 'The operation: `create`, `update`, `transition:launch`, or the value of `as` of the route.',
  answer: 'The answer of the call; in an automation, the JSON answer of its last step `call`.',
  ask: 'The person’s answers, by the names of the questions.',
  body: 'The fields sent with the file.',
  data: 'The records of the screen, by their names in `data`.',
  earlier: 'The answer of the `before` call.',
  event:
    'What started the automation: for a comment, its `Text`, `Author` and `AuthorId`; otherwise nothing.',
  index: 'The position of the row in its list, from 0.',
  lists: 'The lists of the summary, as the API returns them: `$lists.plans.Items`, `.TotalItems`.',
  now: 'The current time, such as 2026-11-20T15:00:00Z.',
  option: 'The chosen record of a reference field.',
  owner: 'The record this one belongs to (`x-owner`), with its other records by the names in `x-kin`.',
  params: 'The parameters of the path.',
  previous: 'The record as stored; for a new one, its initial values.',
  query: 'The query parameters of the address or the call.',
  record: 'The whole record, where bare names are fields of a row.',
  route: 'The parameters of the address: `$route.productId`.',
  row: 'The row, in a rule with `each`.',
  source: 'The record being copied.',
  today: 'The current date in the caller’s time zone (`X-Time-Zone`), by default the server’s.',
  user: 'The caller: `Id`, `UserName`, `DisplayName`, `Roles`, `Features`, and the records about them by the names in `x-user` (`$user.Employee.DealerId`).',
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
  ['Presence', 'presence'],
  ['Texts', 'text'],
  ['Numbers, in binary floating point', 'number'],
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
  const beside = (table) => [...table.values()].filter(({ name }) => !engine.defaultFunctions.has(name));
  const list = (table) =>
    beside(table)
      .map((one) => entry(engine, table, one))
      .join('\n');
  return `${every.join('\n\n')}

## Functions of rules, screens and policies

- **\`$is(condition)\`**, **\`$is(condition, record)\`**: Inlines a condition that an entity names in \`conditions\` of its behaviour.json, for this record or the given one: \`$is('product.limits-open', $owner)\`.
${list(functions)}

## Functions of templates

In \`{{ … }}\` of a field with \`x-template\`; bare names are fields of the record, owned lists have the name in their \`x-collection\`, and \`$record\`, \`$outer\`, \`$today\`, \`$now\` and \`$locale\` are available.

${list(templateFunctions)}

## Rule texts

Rule texts (\`format: rule\`) use the operands that \`x-rule\` names, such as \`Loan.DueOn\`, and \`$today\`, with the functions available everywhere and those of \`operand.functions\`.
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
