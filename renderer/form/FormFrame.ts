import { createContext, useContext } from 'react';

/** Set by a row of a list that is being edited; a form outside has its own card. */
export type FormFrame = {
  readonly onSaved: () => void;
  /** Cancel restores the values and closes the row. */
  readonly onCancel: () => void;
  readonly onDirty: (isDirty: boolean) => void;
  /** Called with the first message of a refusal; if absent, the issue shows at its field. */
  readonly onRefused?: (sentence: string) => void;
};

export const FormFrameContext = createContext<FormFrame | undefined>(undefined);

/** The surrounding frame; undefined for a form with its own card. */
export function useFormFrame(): FormFrame | undefined {
  return useContext(FormFrameContext);
}
