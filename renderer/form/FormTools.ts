import { createContext, useContext } from 'react';
import type { DataRecord, FormState, Locale, Model, OptionsRequest } from '#engine';
import type { Files } from '../data/files.ts';
import type { Say } from '../data/messages.tsx';
import type { CheckRule } from '../widgets/rule/ruleTypes.ts';
import type { RecordSource, RenderHtml } from '../widgets/types.ts';
import type { OptionPage } from './findOptions.ts';

/** Which field is asked about, and where the answer points. */
export type Question = { readonly path: string; readonly anchor: HTMLElement };

/** What the fields of one form share; the same object as long as the form lives in one language. */
export type FormTools = {
  readonly form: FormState;
  readonly model: Model;
  readonly locale: Locale;
  readonly say: Say;
  /** Start of every DOM id in the form. */
  readonly idPrefix: string;
  /** Read-only values as plain text instead of locked inputs. */
  readonly readOnlyAsText: boolean;
  /** Headings of sections: below the block's own title, or in its place. */
  readonly sectionLevel: 2 | 3;
  /** Asks the server for a page of the choices of a reference. */
  readonly findOptions: (request: OptionsRequest, page: number) => Promise<OptionPage>;
  /** A declared list, its conditions filled in from a record; refused where it is longer than the client takes. */
  readonly findRecords: (source: RecordSource, record: DataRecord) => Promise<readonly DataRecord[]>;
  readonly files: Files;
  /** Fills a template of a stored record, as the server would show it; absent while there is none. */
  readonly renderHtml?: RenderHtml;
  /** Asks the server about a rule text. */
  readonly checkRule: CheckRule;
  /** Asks the person, who says what is to be done; absent: nobody is asked. */
  readonly confirm?: (question: string, yes: string) => Promise<boolean>;
  /** Opens 'Why?' at a field. */
  readonly explain: (question: Question) => void;
};

export const FormToolsContext = createContext<FormTools | undefined>(undefined);

/** The tools of the form around. */
export function useFormTools(): FormTools {
  const tools = useContext(FormToolsContext);
  if (!tools) throw new Error('A field stands outside a form: wrap it in FormToolsContext');
  return tools;
}
