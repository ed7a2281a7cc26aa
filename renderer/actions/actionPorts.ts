import type { QueryClient } from '@tanstack/react-query';
import type { NavigateFunction } from 'react-router';
import type { ActionModel, DataRecord, Model, Scope } from '#engine';
import type { Api } from '../data/createApi.ts';
import type { Dialogs, Toasts } from '../data/dialogs.tsx';
import { fillPath } from '../data/fillPath.ts';
import type { Guard } from '../data/guard.ts';
import type { Say } from '../data/messages.tsx';
import { formOfFile } from '../data/pickFile.ts';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';

export type Ports = {
  readonly api: Api;
  readonly dialogs: Dialogs;
  readonly toasts: Toasts;
  readonly navigate: NavigateFunction;
  readonly guard: Guard | undefined;
  readonly say: Say;
  readonly scope: ScreenScope;
  readonly onStays?: StaysOf;
  /** Asks in the list that the action belongs to. */
  readonly askInline?: Dialogs['ask'];
  /** Before the server is called, if no window is open that shows it. */
  readonly onCall?: () => void;
} & CheckPorts;

/** Shows why an action failed until it is dismissed; `undefined` clears it. */
export type StaysOf = (text: string | undefined) => void;

export type CheckPorts = {
  readonly model: Model;
  readonly client: QueryClient;
  readonly features: readonly string[];
};

export type Answered = {
  readonly root: unknown;
  readonly ask: DataRecord;
  readonly upload?: File;
  readonly earlier?: unknown;
};

export function answeredScope(scope: ScreenScope, { root, ask, earlier }: Answered): Scope {
  const values = expressionScope(scope, root);
  return { ...values, vars: { ...values.vars, ask, earlier } };
}

export function callOf({ scope }: Ports, action: ActionModel, answered: Answered) {
  const body = action.body && evaluateOn(action.body, answeredScope(scope, answered), undefined);
  const { upload, earlier: _, ...filled } = answered;
  return {
    path: fillPath(action.route ?? '', { ...filled, ...scope }),
    body: upload ? formOfFile(upload) : body,
  };
}

export function leaves(action: ActionModel): boolean {
  return action.then !== undefined && action.then !== 'reload';
}
