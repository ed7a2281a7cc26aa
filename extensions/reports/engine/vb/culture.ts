/** How .NET writes numbers and dates in the languages that reports are read in. */

export type Culture = {
  readonly name: string;
  readonly decimal: string;
  readonly group: string;
  readonly currency: string;
  /** `$` stands for the symbol, `n` for the number. */
  readonly positiveCurrency: string;
  readonly negativeCurrency: string;
  readonly percent: string;
  readonly dateSeparator: string;
  readonly shortDate: string;
  readonly longDate: string;
  readonly shortTime: string;
  readonly longTime: string;
  readonly monthDay: string;
  readonly yearMonth: string;
  readonly halves: readonly [string, string];
  readonly months: readonly string[];
  readonly shortMonths: readonly string[];
  readonly days: readonly string[];
  readonly shortDays: readonly string[];
  /** Whether 1/2 is the second of January. */
  readonly isMonthFirst: boolean;
};

const words = (text: string): readonly string[] => text.split(' ');

const english = {
  ...{
    decimal: '.',
    group: ',',
    currency: '$',
    positiveCurrency: '$n',
    negativeCurrency: '-$n',
    percent: 'n%',
  },
  ...{ shortTime: 'h:mm tt', longTime: 'h:mm:ss tt', monthDay: 'MMMM d', yearMonth: 'MMMM yyyy' },
  longDate: 'dddd, MMMM d, yyyy',
  months: words('January February March April May June July August September October November December'),
  shortMonths: words('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'),
  days: words('Sunday Monday Tuesday Wednesday Thursday Friday Saturday'),
  shortDays: words('Sun Mon Tue Wed Thu Fri Sat'),
};

const french = {
  ...{
    decimal: ',',
    group: '\u00a0',
    currency: '$',
    positiveCurrency: 'n\u00a0$',
    negativeCurrency: '-n\u00a0$',
  },
  ...{ percent: 'n\u00a0%', shortTime: 'HH:mm', longTime: 'HH:mm:ss', monthDay: 'd MMMM' },
  ...{ yearMonth: 'MMMM yyyy', halves: ['', ''] as const, isMonthFirst: false },
  longDate: 'dddd d MMMM yyyy',
  months: words('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
  shortMonths: words('janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.'),
  days: words('dimanche lundi mardi mercredi jeudi vendredi samedi'),
  shortDays: words('dim. lun. mar. mer. jeu. ven. sam.'),
};

const canadian = { dateSeparator: '-', shortDate: 'yyyy-MM-dd' };

const cultures: readonly Culture[] = [
  { ...english, ...canadian, name: 'en-CA', halves: ['a.m.', 'p.m.'], isMonthFirst: true },
  {
    ...{ ...english, name: 'en-US', dateSeparator: '/', shortDate: 'M/d/yyyy', halves: ['AM', 'PM'] },
    ...{ negativeCurrency: '($n)', isMonthFirst: true },
  },
  {
    ...{ ...english, name: 'en-GB', dateSeparator: '/', shortDate: 'dd/MM/yyyy', halves: ['AM', 'PM'] },
    ...{ longDate: 'dd MMMM yyyy', shortTime: 'HH:mm', longTime: 'HH:mm:ss', monthDay: 'd MMMM' },
    ...{ currency: '£', isMonthFirst: false },
  },
  { ...french, ...canadian, name: 'fr-CA', halves: ['a.m.', 'p.m.'] },
  { ...french, name: 'fr-FR', dateSeparator: '/', shortDate: 'dd/MM/yyyy', currency: '€' },
];

const known = new Map(cultures.map((one) => [one.name.toLowerCase(), one]));
const usual = cultures[0] as Culture;

/** Of another country of the language the Canadian one; of another language English. */
export const cultureOf = (locale: string): Culture => cultureNamed(locale) ?? usual;

function cultureNamed(locale: string): Culture | undefined {
  const low = locale.toLowerCase();
  const [language] = low.split('-');
  return known.get(low) ?? (low === '' ? undefined : known.get(`${language}-ca`));
}

export const isKnownLanguage = (locale: string): boolean => cultureNamed(locale) !== undefined;
