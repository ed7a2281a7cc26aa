import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileModel, isNormal, type Locale, locales, parseExpression } from '#engine';
import { readDeclarations } from '../../server/node/readDeclarations.ts';
import { realModel } from './realModel.ts';

/**
 * Words that make a text read translated, or that blame its reader, with what to write instead. They are
 * searched in every text that a person reads: messages, and the labels and helps of declarations.
 */
const banned: Readonly<Record<Locale, readonly (readonly [word: RegExp, instead: string])[]>> = {
  'en-CA': [
    [/\b(?:who|what|which)(?:so)?ever\b/i, 'people who, anything that'],
    [/\bstands? (?!for\b)/i, 'is, appears'],
    [/\bcomes? (?:to|about)\b/i, 'results in, adds up to'],
    [/\bspeaks? of\b/i, 'uses, names'],
    [/\bmend(?:s|ed)?\b/i, 'correct'],
    [/\b(?:some|any|every)body\b/i, 'someone, anyone, everyone'],
    [/\bas (?:it|they) (?:came|comes?)\b/i, 'original, default'],
    [/\b(?:take|taken|takes|taking) (?:out|away)\b/i, 'remove'],
    [/\bgo on\b(?! (?:to|sale)\b)/i, 'continue'],
    [/\b(?:bring|brought|brings) (?:in|it back)\b/i, 'import, restore'],
    [/\b(?:put|is|puts) in force\b/i, 'live, publish'],
    [/\banew\b|\bonce more\b/i, 'again'],
    [/\b(?:ask|only) who\b/i, 'ask the person who, only people who'],
    [/(?<!there )\b(?:is|are) no (?!longer|more)[a-z]/i, 'is not a'],
    [/\bwhat one (?:of them )?is called\b/i, 'name'],
    [/\btelephone\b/i, 'phone'],
    [/\be-mail/i, 'email'],
    [/\bflavor\b/i, 'flavour'],
    [/\blook whether\b/i, 'check that'],
    [/\bnot right\b/i, 'incorrect'],
    [/\bplease\b/i, '(nothing)'],
    [/\binvalid\b/i, 'what is wrong and what to do'],
    [/\boops\b|!(?:\s|$)/i, '(nothing)'],
    [/\bThere (?:is|are) (?:an?|the) [^.]*\balready\b(?! (?:has|have))/, 'There is already a …'],
    [/\bwas shipped and is not open\b/, 'is part of the application and cannot be changed'],
    [/\bworked out\b|\bby itself\b|\bcalculated\b/i, 'computed, automatically'],
    [/\bturns? fastest\b|\bha[ds] (?:its|their) time\b/i, 'varies fastest, expired'],
    [/\b(?:is|are|was|were) made (?:with|from|by)\b/i, 'created, generated'],
    [/\bmistakes?\b/i, 'error'],
    [/\bswitch(?:es|ed)? (?:\S+ )?(?:on|off)\b(?! quote)/i, 'turn on, turn off'],
    [/\bletters? (?:waits?|is|are)\b/i, 'email'],
    [/\bnobody\b/i, 'no one'],
  ],
  'fr-CA': [
    [/\bquiconque\b|\bnul ne\b/i, 'les personnes qui'],
    [/\b(?:à|demandez à|adressez-vous à) qui (?:gère|s’en)\b/i, 'à un administrateur'],
    [/(?<!fuseau |taux )\bhoraires?\b(?! d’ouverture)/i, 'planification'],
    [/\bcartes? de tarifs?\b/i, 'grille tarifaire'],
    [/\brégimes?\b/i, 'plan'],
    [/\btourne en rond\b|\bde quoi un texte\b/i, 'une phrase directe'],
    [/\bce (?:que|dont) (?:disent|dit|parlent)\b/i, 'le nom de la chose'],
    [/\btel(?:le)?s? quelle?s? d’abord\b/i, 'par défaut'],
    [/\bclick|\bcliqué sur ok\b/i, 'cliquer'],
    [/(?<!\{)\be-?mails?\b/i, 'courriel'],
    [/\b(?:uploader|downloader|checker|canceller)\b/i, 'téléverser, télécharger, vérifier, annuler'],
    [/\bprime? time\b|\bdeadline\b/i, 'échéance'],
    [/\badresses? courriel\b/i, 'adresse de courriel'],
    [/\b(?:cet|un|d’un|des) imports?\b|\bl’import\b/i, 'importation'],
    [/\btarifs? (?:de main-d’œuvre|horaires?)\b/i, 'taux de main-d’œuvre, taux horaire'],
    [/\bpartages? (?:de majoration|bas|élevés?)\b/i, 'répartition de la majoration'],
    [/\bdétient? la fonction\b/i, 'a l’autorisation'],
    [/\btypes? d’enregistrements?\b|\bgenres? de\b/i, 'type de fiche'],
    [/\bouvrir (?:une|de) session\b/i, 'se connecter'],
    [/\blettres? (?:à|attend|est)\b/i, 'courriel'],
    [/\bles gens\b/i, 'les personnes'],
    [/ [:%](?:\s|$)|\d \$/, 'a no-break space before the sign'],
    [/[^\s\u00a0][\u00a0 ][;!?]/, 'no space before the sign'],
    [/«[^\u00a0]|[^\u00a0]»/, 'no-break spaces inside the quotation marks'],
    [/\b(?:the|this|your|with|and|please)\b/, 'French'],
  ],
};

/** Texts that the specifications quote word for word, and other reasons. */
const quoted: readonly RegExp[] = [
  /^(?:plan\.mutuals\.incomplete|report-subscription\.incomplete)$/,
  /^parameter-value\.(?:name-invalid|group-name-invalid|group-empty|range-both)$/,
  /^parameter(?:\.source-name|\.name|\.global)?\.(?:unique|name-exists)$|^limit-of-liability\.name\.unique$/,
  /^dealership-sale\.|^component-part\.file-type$/,
  /^product-relationship\.items-differ$|^lienholder\.settings$|^product\.templates\.missing$/,
  /^markup-item\.upload\.sent$|^report\.(?:overwrite|shared)$|^product\.cache\.refreshed$/,
  // The names of the configurator’s entity page are written again with that page.
  /^configure\.entity\.(?:one|many|incomplete|take-out(?:\.title)?)$/,
  // Words of the rule language and names of the product.
  /^rule\.|^query\.within\.value$|^lookup\.delivery-extension\./,
];

type Text = { readonly key: string; readonly text: string };

const { set } = await readDeclarations('.', 'examples/lending');
const lending = compileModel(set, { parse: parseExpression }).model;

/** Every text of the application, and those that the lending example adds. */
function textsIn(locale: Locale): readonly Text[] {
  return [...new Map([...lending.messages[locale], ...realModel().messages[locale]])].flatMap(([key, said]) =>
    (typeof said === 'string' ? [said] : Object.values(said)).map((text) => ({ key, text })),
  );
}

describe('texts are written as docs/writing.md says', () => {
  it.each(locales)('%s: no banned word', (locale) => {
    const texts = textsIn(locale).filter(({ key }) => !quoted.some((one) => one.test(key)));
    expect(texts.length).toBeGreaterThan(4000);
    const found = texts.flatMap(({ key, text }) =>
      banned[locale].flatMap(([word, instead]) => {
        const hit = word.exec(text);
        return hit ? [`${key}: “${hit[0].trim()}” → ${instead}: ${text}`] : [];
      }),
    );
    expect(found).toEqual([]);
  });

  it('the rules name every banned word', () => {
    const rules = readFileSync('docs/writing.md', 'utf8');
    expect(locales.filter((locale) => !rules.includes(`### Banned: ${locale}`))).toEqual([]);
  });

  it('finds a banned word, and a missing no-break space', () => {
    const finds = (locale: Locale, text: string) => banned[locale].some(([word]) => word.test(text));
    expect(finds('en-CA', 'It stands here a second time.')).toBe(true);
    expect(finds('en-CA', 'It is listed twice.')).toBe(false);
    expect(finds('fr-CA', 'Livraison : demain')).toBe(true);
    expect(finds('fr-CA', 'Livraison\u00a0: demain')).toBe(false);
  });
});

describe('the catalogue is finished', () => {
  it('every text is there in every language', () => {
    const [first, ...others] = locales;
    const keys = [...realModel().messages[first].keys()];
    const missing = others.flatMap((locale) => keys.filter((key) => !realModel().messages[locale].has(key)));
    expect(missing).toEqual([]);
  });

  it('a French sentence is not its English', () => {
    const french = new Map(textsIn('fr-CA').map(({ key, text }) => [key, text]));
    const same = textsIn('en-CA').filter(
      ({ key, text }) => french.get(key) === text && /\s\S+\s/.test(text) && !/^\{/.test(text),
    );
    expect(same.map(({ key, text }) => `${key}: ${text}`)).toEqual([]);
  });

  it('every localized text of the sample and reference data has its French', () => {
    const missing = [...realModel().entities.values()].flatMap(({ id, fields, seed }) => {
      const localized = fields.filter((field) => field.localized).map(({ name }) => name);
      return [...seed.reference, ...seed.demo].flatMap((record) =>
        localized
          .filter((name) => record[name] && !frenchOf(record, name))
          .map((name) => `${id}.${name}: ${record[name]}`),
      );
    });
    expect([...new Set(missing)]).toEqual([]);
  });

  it('every name and description of a shipped record has its French, unless it is a proper name', () => {
    const missing = [...realModel().entities.values()]
      .filter(({ id }) => !properNames.has(id))
      .flatMap(({ id, fields, labelField, seed }) => {
        const shown = fields.filter(
          (field) => isNormal(field) && !field.localized && [labelField, ...described].includes(field.name),
        );
        return [...seed.reference, ...seed.demo].flatMap((record) =>
          shown
            .filter(({ name }) => /[a-z]{2}/.test(String(record[name] ?? '')))
            .filter(({ name }) => !seed.texts.some((one) => one['fr-CA']?.[name]?.[String(record[name])]))
            .map(({ name }) => `${id}.${name}: ${record[name]}`),
        );
      });
    expect([...new Set(missing)]).toEqual([]);
  });
});

const described = ['Name', 'Description'];

/** Entities whose records bear names of companies, people, programs and files, or identifiers. */
const properNames: ReadonlySet<string> = new Set([
  ...['agreement-document', 'brand', 'certification', 'financing-program', 'product-group', 'underwriter'],
  ...[
    'brand-location',
    'dealer',
    'dealer-brand',
    'dealer-group',
    'employee',
    'lienholder',
    'lienholder-group',
  ],
  ...[
    'oem',
    'owning-company',
    'payee',
    'mail-domain',
    'plan-code-file',
    'product-type',
    'product-document-file',
  ],
  ...['file', 'user'],
]);

function frenchOf(record: Readonly<Record<string, unknown>>, name: string): unknown {
  const texts = record.$localized as Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  return texts?.[name]?.['fr-CA'];
}
