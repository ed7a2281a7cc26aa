import type { DataRecord, LayoutSave } from '#engine';
import { ApiError } from '../../data/ApiError.ts';
import { useApi } from '../../data/App.tsx';
import { useDialogs } from '../../data/dialogs.tsx';
import { fillPath } from '../../data/fillPath.ts';
import type { Intent } from '../../data/intents.ts';
import type { Method } from '../../data/method.ts';
import type { ScreenScope } from '../../data/screenScope.ts';

type HowSaved = {
  readonly intent?: Intent;
  /** Throws a refusal, for a dialog to show it at its fields. */
  readonly throws?: boolean;
};

/** Writes some fields alone, with the revision that was shown; false if it was refused, which is explained. */
export function useSaveFields(save: LayoutSave | undefined, scope: ScreenScope) {
  const [api, dialogs] = [useApi(), useDialogs()];
  return async (record: DataRecord, fields: DataRecord, how: HowSaved = {}): Promise<boolean> => {
    const [method = 'PUT', path = ''] = save?.call.split(' ') ?? [];
    const { route, data, user } = scope;
    const body = { Id: record.Id, Revision: record.Revision, ...fields };
    try {
      await api.send(method as Method, fillPath(path, { root: record, route, data, user }), body, {
        intent: how.intent ?? 'same-content',
      });
      return true;
    } catch (error) {
      if (how.throws || !(error instanceof ApiError)) throw error;
      if (error.code !== 'declined') await dialogs.alert(error.message);
      return false;
    }
  };
}
