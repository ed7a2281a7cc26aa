import { createContext, useContext } from 'react';
import type { DataRecord, FormState, Locale, Model, OptionsRequest } from '#engine';
import type { Files } from '../data/files.ts';
import type { Say } from '../data/messages.tsx';
import type { CheckRule } from '../widgets/rule/ruleTypes.ts';
import type { RecordSource, RenderHtml } from '../widgets/types.ts';
import type { OptionPage } from './findOptions.ts';

/** The field to explain, and the element to attach the popover to. */
export type Question = { readonly path: string; readonly anchor: HTMLElement };

/** Shared by the fields of a form; stable until the language changes. */
export type FormTools = {
  readonly form: FormState;
  readonly model: Model;
  readonly locale: Locale;
  readonly say: Say;
  /** Prefix of all DOM ids in the form. */
  readonly idPrefix: string;
  /** Shows read-only values as text instead of disabled inputs. */
  readonly readOnlyAsText: boolean;
  /** Draws fields and sections that are hidden or empty too: on the canvas of the configurator. */
  readonly showsAll?: boolean;
  /** Shows no 'Why?': nobody here knows the rules. */
  readonly hidesWhy?: boolean;
  /** Heading level of sections: below the block title, or in its place. */
  readonly sectionLevel: 2 | 3;
  /** Loads a page of the choices of a reference. */
  readonly findOptions: (request: OptionsRequest, page: number) => Promise<OptionPage>;
  /** Loads a declared list, filtered by values of a record; rejects if it is too long. */
  readonly findRecords: (source: RecordSource, record: DataRecord) => Promise<readonly DataRecord[]>;
  readonly files: Files;
  /** Fills a template from the stored record, on the server; absent for a new record. */
  readonly renderHtml?: RenderHtml;
  /** Checks a rule text on the server. */
  readonly checkRule: CheckRule;
  /** Asks for confirmation; absent: never asks. */
  readonly confirm?: (question: string, yes: string) => Promise<boolean>;
  /** Opens 'Why?' at a field. */
  readonly explain: (question: Question) => void;
};

export const FormToolsContext = createContext<FormTools | undefined>(undefined);

export function useFormTools(): FormTools {
  const tools = useContext(FormToolsContext);
  if (!tools) throw new Error('A field stands outside a form: wrap it in FormToolsContext');
  return tools;
}
