import { expect, it } from 'vitest';
import { readSources, type Source } from './sources.ts';

/** Words of the application's domain. Folders that serve every application contain none of them. */
const words = [
  /insur(er|ance)/i,
  /warrant(y|ies)/i,
  /underwrit/i,
  /dealer/i,
  /lienholder/i,
  /deductible/i,
  /premium/i,
  /eligib/i,
  /rate-?cards?\b/i,
  /\bloans?\b|Loan/,
  /\bproducts?\b|Product/,
  /labou?r/i,
];

/** Exceptions, with their reason. */
const allowed: readonly { readonly file: RegExp; readonly word: RegExp; readonly because: string }[] = [
  {
    file: /^(renderer\/widgets\/rule|renderer\/pages\/steps|server\/operations\/ruleTexts|server\/routes\/judgeHandler|server\/openapi\/routeAnswers)/,
    word: /IsEligible|\beligib|not-eligible/,
    because: 'the contract of the API calls the verdict of a rule text so',
  },
  {
    file: /^server\/(routes\/judgeHandler|openapi\/routeBodies)/,
    word: /productParameters/,
    because: 'the contract names so what a verdict is asked with',
  },
];

it('engine, renderer and server name no particular application: its words are in declarations and extensions', () => {
  const general = readSources().filter(
    ({ file, folder, isTest }) => /^(engine|renderer|server)$/.test(folder) && !isTest && !isSupport(file),
  );
  expect(general.flatMap(spoken)).toEqual([]);
});

/** Generated from the language, or helpers of tests. */
function isSupport(file: string): boolean {
  return /\.generated\.ts$|\/test[A-Z]\w*\.ts$/.test(file);
}

function spoken({ file, text }: Source): readonly string[] {
  // Examples in comments do not count.
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
  const here = allowed.filter((one) => one.file.test(file)).map(({ word }) => word);
  return code.split('\n').flatMap((line) => {
    const rest = here.reduce((left, word) => left.replaceAll(new RegExp(word, 'g'), ''), line);
    return words.some((word) => word.test(rest)) ? [`${file}: ${line.trim()}`] : [];
  });
}
