// Custom code: collects a product's rules from records of several entities into one text.
import {
  type DataRecord,
  formatMessage,
  parseRule,
  type RuleVocabulary,
  ruleWords,
  type Words,
} from '#engine';
import {
  cleanFileName,
  collectRules,
  defineAction,
  FileAnswer,
  type From,
  loadRecord,
  loadVocabulary,
  type OperationCall,
  type RulesOfRecord,
} from '#server/extension';

/** `GET /product/{id}/rules/export`: every rule text of the product with headings and in plain words. */
export const exportRules = defineAction({
  body: 'none',
  run: async (call, { plan, id = '' }) => {
    const from = { call, session: call.runtime.store };
    const product = await loadRecord(from, plan, id);
    const { records, hidden } = await collectRules(from, plan, product);
    const say = sayer(call);
    const parts = [heading(call, product)];
    for (const record of records) parts.push(...(await section(from, record)));
    if (records.length === 0) parts.push(say('rules.file.none'));
    if (hidden.length > 0)
      parts.push(
        say('rules.file.hidden', { names: hidden.map(({ entity }) => say(entity.plural)).join(', ') }),
      );
    const bytes = new TextEncoder().encode(`${parts.join('\n\n')}\n`);
    return new FileAnswer(bytes, fileNameOf(product));
  },
});

/** Named like the product's other exports. */
function fileNameOf({ Name, Code, Version, Subversion }: DataRecord): string {
  return cleanFileName(`${[Name, Code, Version, Subversion].join('-')}.txt`, 'text/plain');
}

type Say = (key: string, params?: Readonly<Record<string, unknown>>) => string;

function sayer({ runtime: { model }, locale }: OperationCall): Say {
  return (key, params) => formatMessage(model, locale, key, params);
}

function heading(call: OperationCall, { Name, Code, Version, Subversion }: DataRecord): string {
  const say = sayer(call);
  return [
    say('rules.file.title', { name: Name }),
    say('rules.file.product', { code: Code, version: Version, subversion: Subversion }),
    say('rules.file.written', { day: call.today, by: call.user.DisplayName }),
  ].join('\n');
}

/** One record: its underlined name, and each of its rules. */
async function section(from: From, { plan, record, rules }: RulesOfRecord): Promise<readonly string[]> {
  const say = sayer(from.call);
  const name = record[plan.entity.labelField] ?? record.Id;
  const parts = [underlined(say('rules.file.of', { kind: say(plan.entity.title), name }), '=')];
  for (const { field, text } of rules) {
    const vocabulary = await loadVocabulary(from, { field, record, withValues: true });
    parts.push(
      underlined(say(field.label), '-'),
      indented(text.trim()),
      `${say('rules.file.words')}\n${indented(sayRule(from.call, text, vocabulary))}`,
    );
  }
  return parts;
}

function underlined(text: string, sign: string): string {
  return `${text}\n${sign.repeat(text.length)}`;
}

function indented(text: string): string {
  return text.replace(/^/gm, '  ');
}

/** A rule text in plain words, as lines of a file. */
/** The rule in words, in the caller's language. */
function sayRule(
  { runtime: { model }, locale }: OperationCall,
  text: string,
  { operands, functions }: RuleVocabulary,
): string {
  const say = (key: string, params?: Readonly<Record<string, unknown>>) =>
    formatMessage(model, locale, key, params);
  const { tree } = parseRule(text);
  if (!tree) return say('ui.rule.words.later');
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 10 });
  const write = (value: string | number | boolean | null) => {
    if (typeof value === 'boolean') return say(value ? 'ui.yes' : 'ui.no');
    return typeof value === 'number' ? numbers.format(value) : String(value ?? '');
  };
  return lines(ruleWords(tree, { operands, functions, say, write })).join('\n');
}

function lines({ text, items = [] }: Words): readonly string[] {
  return [
    text,
    ...items.flatMap((item) => lines(item).map((line, index) => `${index ? '  ' : '- '}${line}`)),
  ];
}
