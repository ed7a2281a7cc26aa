/** The input about a public form, and the change made from it. */
import { type EntityModel, isOfferable, type PublicFormChange } from '#engine';
import { kebabName } from '../storedName.ts';
import { type PartialTexts, wholeTexts } from '../TextsField.tsx';

type DeclaredField = NonNullable<PublicFormChange['fields']>[number];

/** The title of a section is kept as it is typed. */
export type OfferedField = Omit<DeclaredField, 'section'> & { readonly section?: PartialTexts };

export type PublicFormForm = {
  readonly entity: string;
  /** Its name in the draft; if empty, the address. */
  readonly shortName: string;
  readonly address: string;
  readonly title: PartialTexts;
  readonly intro: PartialTexts;
  readonly consent: PartialTexts;
  readonly thanks: PartialTexts;
  readonly fields: readonly OfferedField[];
  readonly set: Readonly<Record<string, string>>;
  readonly languages: readonly string[];
  readonly theme: string;
  readonly accent: string;
  readonly from: string;
  readonly until: string;
  readonly mostPerDay: number;
  readonly isOff: boolean;
  readonly mailTo: string;
  readonly subject: PartialTexts;
  readonly text: PartialTexts;
  readonly roles: readonly string[];
  /** User names; kept as they are. */
  readonly people: readonly string[];
  readonly linkFields: readonly string[];
  readonly linkDays: number;
  readonly isOnce: boolean;
};

const usual = { mostPerDay: 500, days: 14 };

/** A new form offers what every record needs. */
export function emptyForm({ id, fields, workflow }: EntityModel): PublicFormForm {
  const needed = fields.filter((field) => field.required && isOfferable(field, workflow?.field));
  return {
    ...{ entity: id, shortName: '', address: '', title: {}, intro: {}, consent: {}, thanks: {} },
    ...{ fields: needed.map(({ name }) => ({ field: name })), set: {}, languages: ['en-CA', 'fr-CA'] },
    ...{ theme: '', accent: '', from: '', until: '', mostPerDay: usual.mostPerDay, isOff: false },
    ...{ mailTo: '', subject: {}, text: {}, roles: [], people: [] },
    ...{ linkFields: [], linkDays: usual.days, isOnce: false },
  };
}

export function formOfChange(change: PublicFormChange): PublicFormForm {
  const dot = change.name.indexOf('.');
  return {
    ...{ entity: change.name.slice(0, dot), shortName: change.name.slice(dot + 1) },
    ...{ address: change.address ?? '', title: change.title ?? {}, intro: change.intro ?? {} },
    ...{ consent: change.consent ?? {}, thanks: change.thanks ?? {}, fields: change.fields ?? [] },
    ...{ set: (change.set ?? {}) as Readonly<Record<string, string>>, isOff: change.off === true },
    ...{ ...lookOf(change), ...messagesOf(change), ...opensOf(change) },
  };
}

const lookOf = ({ languages, theme, accent, from, until, mostPerDay }: PublicFormChange) => ({
  ...{ languages: languages ?? ['en-CA', 'fr-CA'], theme: theme ?? '', accent: accent ?? '' },
  ...{ from: from ?? '', until: until ?? '', mostPerDay: mostPerDay ?? usual.mostPerDay },
});

const messagesOf = ({ confirm, notify }: PublicFormChange) => ({
  ...{ mailTo: confirm?.to ?? '', subject: confirm?.subject ?? {}, text: confirm?.text ?? {} },
  ...{ roles: notify?.roles ?? [], people: notify?.people ?? [] },
});

const opensOf = ({ link }: PublicFormChange) => ({
  ...{ linkFields: link?.fields ?? [], linkDays: link?.days ?? usual.days, isOnce: link?.once === true },
});

const addressOf = ({ address, title }: PublicFormForm): string =>
  address.trim().toLowerCase() || kebabName(title['en-CA'] ?? '').slice(0, 60);

/** The change, once it has a title, an address, a field and its last words. */
export function changeOfForm(form: PublicFormForm): PublicFormChange | undefined {
  const address = addressOf(form);
  const [title, thanks] = [wholeTexts(form.title), wholeTexts(form.thanks)];
  if (address === '' || !title || !thanks || form.fields.length === 0) return undefined;
  const optional = {
    ...{ off: form.isOff || undefined, intro: wholeTexts(form.intro), consent: wholeTexts(form.consent) },
    ...{ set: Object.keys(form.set).length > 0 ? form.set : undefined },
    languages: form.languages.length === 1 ? form.languages : undefined,
    ...{ theme: form.theme || undefined, accent: form.accent || undefined },
    ...{ from: form.from || undefined, until: form.until || undefined },
    mostPerDay: form.mostPerDay === usual.mostPerDay ? undefined : form.mostPerDay,
    ...{ confirm: mailOf(form), notify: readersOf(form), link: linkOf(form) },
  };
  const said = Object.entries(optional).filter(([, value]) => value !== undefined);
  return {
    ...{ kind: 'publicForm', name: `${form.entity}.${form.shortName || address}`, address, title, thanks },
    ...{ fields: form.fields.map(offered), ...Object.fromEntries(said) },
  } as PublicFormChange;
}

/** A section begins once it has a title in both languages. */
function offered({ section, ...field }: OfferedField): DeclaredField {
  const title = section && wholeTexts(section);
  return title ? { ...field, section: title } : field;
}

function mailOf({ mailTo, subject, text }: PublicFormForm) {
  const [subjects, texts] = [wholeTexts(subject), wholeTexts(text)];
  return mailTo && subjects && texts ? { to: mailTo, subject: subjects, text: texts } : undefined;
}

function readersOf({ roles, people }: PublicFormForm) {
  if (roles.length === 0 && people.length === 0) return undefined;
  return { ...(roles.length > 0 && { roles }), ...(people.length > 0 && { people }) };
}

function linkOf({ linkFields, linkDays, isOnce }: PublicFormForm) {
  if (linkFields.length === 0) return undefined;
  return { fields: linkFields, days: linkDays, ...(isOnce && { once: true }) };
}
