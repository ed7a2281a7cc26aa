import { createContext, useContext } from 'react';
import type { Intent } from '../data/intents.ts';

type Send = (run: (intent: Intent) => unknown) => void;

const SendContext = createContext<Send | undefined>(undefined);

export const DialogSendContext = SendContext.Provider;

/** Runs a call of a button inside a window, with the care of its main call. */
export function useDialogSend(): Send {
  const send = useContext(SendContext);
  if (!send) throw new Error('useDialogSend: there is no Dialog above');
  return send;
}
