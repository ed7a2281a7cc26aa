/** Opens a PDF made by the server in a new window, or saves it where the browser allows none. */
import { useState } from 'react';
import { ApiError } from './ApiError.ts';
import { useApi } from './App.tsx';
import { useDialogs } from './dialogs.tsx';
import { openBlob } from './openBlob.ts';
import { saveBlob } from './saveBlob.ts';

type Printing = {
  readonly isBusy: boolean;
  /** The path of the call, and the name for a file that has none. */
  readonly print: (path: string, name: string) => Promise<void>;
};

export function usePrint(): Printing {
  const api = useApi();
  const dialogs = useDialogs();
  const [isBusy, setBusy] = useState(false);
  const print = async (path: string, name: string) => {
    setBusy(true);
    try {
      const content = await api.download(path);
      if (!openBlob(content)) saveBlob(content, content instanceof File ? content.name : `${name}.pdf`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await dialogs.alert(error.message);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, print };
}
