/** What the server gives to the page of a public form. */
import type { DataRecord, FormSection, Locale, ModelBundle } from '#engine';

type Texts = Readonly<Record<Locale, string>>;

type Page = {
  readonly Address: string;
  readonly Title: Texts;
  readonly Languages: readonly Locale[];
  readonly Theme: 'light' | 'dark' | null;
  readonly Accent: string | null;
};

export type ClosedForm = Page & {
  readonly Closed: 'closed' | 'early' | 'over' | 'full';
  readonly From: string | null;
};

export type OpenForm = Page & {
  readonly Closed?: undefined;
  readonly Intro: Texts | null;
  readonly Thanks: Texts;
  readonly Fields: readonly string[];
  readonly Sections: readonly FormSection[];
  readonly Entity: string;
  readonly Consent: { readonly Version: string; readonly Text: Texts } | null;
  readonly Bundle: ModelBundle;
  readonly Challenge: string;
  readonly Bits: number;
  /** Of a link: the record as it is. */
  readonly Values?: DataRecord;
};

export type PublicForm = OpenForm | ClosedForm;
