import { describe, expect, it } from 'vitest';
import { parseExpression } from '../expression/parseExpression.ts';
import type { Tree } from '../expression/tree.ts';
import { ruleWords, type Words } from './ruleWords.ts';

const parsed = (text: string) => parseExpression(text).tree as Tree;

describe('ruleWords', () => {
  const wording = {
    operands: [
      { name: 'Policy.TermMonth', label: 'Term' },
      { name: 'Type', label: 'Condition', values: [{ value: 'N', label: 'New' }] },
    ],
    say: (key: string, params: Record<string, unknown> = {}) => [key, ...Object.values(params)].join(' '),
    write: String,
  };
  const flat = (words: Words): string =>
    words.text + (words.items ? ` [${words.items.map(flat).join(' | ')}]` : '');

  it.each([
    [
      'Policy.TermMonth <= 60 and Cpo',
      'ui.rule.words.all [ui.rule.words.le Term 60 | ui.rule.words.yes Cpo]',
    ],
    ['Type in ["N", "U"]', 'ui.rule.words.in Condition New, U'],
    [
      '$not(Cpo or $empty(Type))',
      'ui.rule.words.not [ui.rule.words.any [ui.rule.words.yes Cpo | ui.rule.words.empty Condition]]',
    ],
    ['$contains(Type, "x")', 'ui.rule.words.contains Condition x'],
    ['$length(Type) > 2', '$length(Type) > 2'],
  ])('%s', (text, said) => expect(flat(ruleWords(parsed(text), wording))).toBe(said));
});
