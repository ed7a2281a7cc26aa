import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listFiles, readSources, type Source } from './sources.ts';

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

/** Words of every text of the base. Code has plans and policies of its own, so only the base is searched for these. */
const saidByNone = [
  /vehicles?\b/i,
  /\bclaim-|\bpolicy ?holder/i,
  /price bucket/i,
  /\bassur(ances?|eurs?)\b/i,
  /concessionnaire/i,
  /admissib/i,
  /créancier/i,
  /véhicule/i,
  /garantie/i,
  /franchise/i,
  /\bprimes?\b/i,
  /main-d’œuvre/i,
  /(?<!\p{L})(les?|un|des|du|de|ce|ces|aux?|vos|chaque) produits?\b|Produits?\b/u,
];

/** Exceptions, with their reason. */
const allowed: readonly { readonly file: RegExp; readonly word: RegExp; readonly because: string }[] = [
  {
    file: /^(renderer\/widgets\/rule|server\/operations\/ruleTexts|server\/routes\/judgeHandler|server\/openapi\/routeAnswers)/,
    word: /IsEligible/,
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

it('the base and the language name no particular application, in keys, texts and descriptions of both languages', () => {
  const files = listFiles().filter((file) => /^(base|engine\/declaration)\/.*\.json$/.test(file));
  expect(files.filter((file) => file.includes('/fr-CA/')).length).toBeGreaterThan(10);
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => [...words, ...saidByNone].some((word) => word.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

it('every exception is needed', () => {
  const sources = readSources().filter(({ folder, isTest }) => folder !== 'tests' && !isTest);
  const idle = allowed.filter(
    ({ file, word }) => !sources.some((source) => file.test(source.file) && word.test(codeOf(source))),
  );
  expect(idle).toEqual([]);
});

/** Generated from the language, or helpers of tests. */
function isSupport(file: string): boolean {
  return /\.generated\.ts$|\/test[A-Z]\w*\.ts$/.test(file);
}

function spoken({ file, text }: Source): readonly string[] {
  const code = codeOf({ text });
  const here = allowed.filter((one) => one.file.test(file)).map(({ word }) => word);
  return code.split('\n').flatMap((line) => {
    const rest = here.reduce((left, word) => left.replaceAll(new RegExp(word, 'g'), ''), line);
    return words.some((word) => word.test(rest)) ? [`${file}: ${line.trim()}`] : [];
  });
}

/** Examples in comments do not count. */
function codeOf({ text }: Pick<Source, 'text'>): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}
