import { describe, expect, it } from 'vitest';
import { realDeclarations, realModel } from './realModel.ts';

describe('the shipped declarations', () => {
  it('have no error', () => {
    const { findings } = realDeclarations();
    const errors = findings.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ file, path, message }) => `${file}#${path} ${message}`)).toEqual([]);
  });

  it('name their schema in every file, so that an editor completes them', () => {
    const { set } = realDeclarations();
    const without = set.files.filter(
      ({ json }) => !String((json as { $schema?: string }).$schema).endsWith('.schema.json'),
    );
    expect(without.map(({ file }) => file)).toEqual([]);
  });

  it('have a text for every key in both languages', () => {
    const { messages } = realModel();
    expect([...messages['fr-CA'].keys()].sort()).toEqual([...messages['en-CA'].keys()].sort());
  });

  it('use the same placeholders in both languages', () => {
    const { messages } = realModel();
    const placeholders = (text: unknown) => [...new Set(JSON.stringify(text).match(/\{\w+\}/g) ?? [])].sort();
    const different = [...messages['en-CA']].filter(
      ([key, text]) => placeholders(text).join() !== placeholders(messages['fr-CA'].get(key)).join(),
    );
    expect(different.map(([key]) => key)).toEqual([]);
  });

  it('have no French text that is the English one, except for words that are the same', () => {
    const { messages } = realModel();
    // A text of placeholders alone has no words.
    const hasWords = (text: string) => /\s/.test(text) && /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, ''));
    const same = [...messages['en-CA']].filter(
      ([key, text]) => typeof text === 'string' && hasWords(text) && messages['fr-CA'].get(key) === text,
    );
    expect(same.map(([key]) => key)).toEqual([]);
  });

  it('space French as in Canada: U+00A0 before a colon and inside guillemets, none before ; ! ?', () => {
    const { messages } = realModel();
    const wrong = [...messages['fr-CA']].filter(([, text]) =>
      / [:;!?»]|« |\d [$%]/.test(JSON.stringify(text)),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });
});
