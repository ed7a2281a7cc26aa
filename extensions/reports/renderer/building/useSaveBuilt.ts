import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { ApiError, useApi, useDialogs, useGuardState, useIntent, useMessage, useToast } from '#renderer';

type Stored = { readonly Id?: string | null; readonly Revision?: number };

type Saving = {
  /** The path to save to: POST creates, PUT updates. */
  readonly call: string;
  readonly body: object;
  /** The path that reads the stored one. */
  readonly read: (id: string) => string;
  /** The page that shows it. */
  readonly page: (id: string) => string;
  readonly notice: string;
  /** Receives the revision saved by others, after a conflict was reported. */
  readonly seen: (revision: number | undefined) => void;
};

/** Saves what was built and shows it; a refusal is reported, and no input is lost. */
export function useSaveBuilt({ Id, Revision }: Stored, { call, body, read, page, notice, seen }: Saving) {
  const api = useApi();
  const say = useMessage();
  const dialogs = useDialogs();
  const toast = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  const guard = useGuardState();
  const [isSaving, setSaving] = useState(false);
  const intent = useIntent();
  const save = async () => {
    setSaving(true);
    try {
      const options = { intent, ...(Revision === undefined ? {} : { revision: Revision }) };
      const saved = await api.send<Stored>(Id ? 'PUT' : 'POST', call, body, options);
      guard?.release();
      await client.invalidateQueries({ queryKey: ['list'] });
      toast.show(say(notice), 'success');
      await navigate(page(String(saved?.Id ?? Id)));
    } catch (error) {
      setSaving(false);
      // The person declined the confirmation.
      if (error instanceof ApiError && error.status === 428) return;
      const told =
        error instanceof ApiError ? (error.body.Errors ?? [error.message]).join('\n') : String(error);
      await dialogs.alert(told);
      // After the conflict was reported, the next save overwrites it.
      if (error instanceof ApiError && error.status === 409 && Id)
        seen((await api.get<Stored>(read(Id))).Revision);
    }
  };
  return { save, isSaving };
}
