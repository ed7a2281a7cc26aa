import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { ActionModel } from '#engine';
import { ApiError } from '../data/ApiError.ts';
import { useApi } from '../data/App.tsx';
import { useDialogs, useToast } from '../data/dialogs.tsx';
import { fillPath } from '../data/fillPath.ts';
import { useGuardState } from '../data/guard.ts';
import { escapeMarkup } from '../data/markup.ts';
import { useMessage } from '../data/messages.tsx';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/ScreenScope.tsx';

/** Runs a declared action, on a row or record where there is one. Resolves true when it was done. */
export type RunAction = (action: ActionModel, root?: unknown) => Promise<boolean>;

/** What a link or call of a declaration does: asks, calls, says how it went, and goes on. */
export function useRunAction(scope: ScreenScope): RunAction {
  const api = useApi();
  const dialogs = useDialogs();
  const toasts = useToast();
  const navigate = useNavigate();
  const guard = useGuardState();
  const say = useMessage();
  return useCallback(
    async (action, root) => {
      const sources = { root, route: scope.route, data: scope.data, user: scope.user };
      if (action.kind === 'link') {
        await navigate(fillPath(action.to ?? '/', sources));
        return true;
      }
      const values = expressionScope(scope, root);
      const question = action.confirm && confirmText(action.confirm, values, say);
      const label = say(action.label);
      const tone = action.tone === 'danger' ? 'danger' : 'neutral';
      if (
        question &&
        !(await dialogs.confirm(question, { title: label, yes: label, no: say('ui.cancel'), tone }))
      )
        return false;
      const body = action.body && evaluateOn(action.body, values, undefined);
      let answer: unknown;
      try {
        answer = await api.send(action.method ?? 'POST', fillPath(action.route ?? '', sources), body);
      } catch (error) {
        await showFailure(error);
        return false;
      }
      toasts.show(say(action.success ?? 'ui.done', { action: label }), 'success');
      if (action.then && action.then !== 'reload') {
        guard?.release();
        await navigate(fillPath(action.then, { ...sources, root: answer ?? root }));
      } else await scope.reload();
      return true;

      async function showFailure(error: unknown) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'declined') return;
        const title = action.failure ? say(action.failure) : label;
        await dialogs.alert(error.message === title ? title : error.message, { title });
        // Somebody else may have changed what the screen shows.
        if (error.status === 409 || error.status === 404) await scope.reload();
      }
    },
    [api, dialogs, toasts, navigate, guard, say, scope],
  );
}

type Confirm = NonNullable<ActionModel['confirm']>;

function confirmText(
  confirm: Confirm,
  scope: ReturnType<typeof expressionScope>,
  say: ReturnType<typeof useMessage>,
) {
  const params = Object.entries(confirm.params).map(([name, value]) => [
    name,
    escapeMarkup(evaluateOn(value, scope, '')),
  ]);
  return say(confirm.message, Object.fromEntries(params));
}
