import { createContext, useContext } from 'react';

/** Somewhere else than a card of its own: a row of a list that is open for editing. */
export type FormFrame = {
  readonly onSaved: () => void;
  /** Cancel gives the values back and closes. */
  readonly onCancel: () => void;
  readonly onDirty: (isDirty: boolean) => void;
  /** Told the first sentence when the server refuses; absent: what is refused stands at its field. */
  readonly onRefused?: (sentence: string) => void;
};

export const FormFrameContext = createContext<FormFrame | undefined>(undefined);

/** The frame this form stands in; undefined on a page of its own. */
export function useFormFrame(): FormFrame | undefined {
  return useContext(FormFrameContext);
}
