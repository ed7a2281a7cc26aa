/** A rule text in plain words, as lines of a file. */
import { formatMessage, parseRule, type RuleVocabulary, ruleWords, type Words } from '#engine';
import type { OperationCall } from '../../operations/OperationCall.ts';

/** What the rule says, in the person's language. */
export function sayRule(
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
