/** The formats in which a record or a list is offered as PDF. */
import {
  defaultPrint,
  type EntityModel,
  type Locale,
  locales,
  type Model,
  type PrintFormatModel,
} from '#engine';

type Say = (key: string) => string;

type Offer = {
  readonly model: Model;
  readonly entity: EntityModel;
  readonly kind: PrintFormatModel['for'];
  readonly roles: readonly string[];
  readonly locale: Locale;
  readonly say: Say;
};

/** An entry of a menu. */
type PrintEntry = {
  readonly id: string;
  readonly label: string;
  readonly section: string;
  readonly onAction: () => void;
};

/** Chosen in a menu; the query goes into the address of the call. */
type Chosen = { readonly query: string; readonly title: string };

/** One section for each language, the person's own first. */
export function printEntries(offer: Offer, onChoose: (chosen: Chosen) => void): readonly PrintEntry[] {
  const { locale, say } = offer;
  const formats = formatsOf(offer);
  return [locale, ...locales.filter((other) => other !== locale)].flatMap((language) =>
    formats
      .filter(({ languages }) => languages.includes(language))
      .map(({ id, title }) => ({
        id: `${id} ${language}`,
        label: title[locale],
        section: say(`print.pdf.${language}`),
        onAction: () =>
          onChoose({
            query: new URLSearchParams({ printFormat: id, printLanguage: language }).toString(),
            title: title[locale],
          }),
      })),
  );
}

/** The default first, and the layout that follows from the form or the columns last. */
function formatsOf({ model, entity, kind, roles }: Offer): readonly PrintFormatModel[] {
  const open = entity.printFormats.filter(
    (one) => one.for === kind && !one.off && (!one.roles || one.roles.some((role) => roles.includes(role))),
  );
  const [first, others] = [
    open.filter(({ isDefault }) => isDefault),
    open.filter(({ isDefault }) => !isDefault),
  ];
  return [...first, ...others, defaultPrint(model, entity)];
}
