import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { DataRecord, FormBlock, ServerError } from '#engine';
import { ApiError } from '../data/ApiError.ts';
import { useApi } from '../data/App.tsx';
import { useToast } from '../data/dialogs.tsx';
import { fillPath } from '../data/fillPath.ts';
import { keys } from '../data/queries.ts';
import type { ScreenScope } from '../data/screenScope.ts';
import { bodyOfCall, takenBy } from './bodyOfCall.ts';
import { type Autosave, type AutosavePorts, type AutosaveState, createAutosave } from './createAutosave.ts';
import type { FormTools } from './FormTools.ts';
import { isInSight } from './otherForms.ts';
import { changesOf, type DraftOffer } from './useDraft.ts';
import { recordIn } from './useSave.ts';

type Options = {
  readonly block: FormBlock;
  readonly scope: ScreenScope;
  readonly tools: FormTools;
  readonly draft: DraftOffer;
  /** The root element of the form. */
  readonly root: RefObject<HTMLElement | null>;
};

export type AutosaveView = {
  readonly state: AutosaveState;
  readonly flush: () => void;
  /** Changes that cannot be saved as they are, so leaving asks first. */
  readonly isStuck: boolean;
};

/** Autosaves a form that declares it; does nothing for others. */
export function useAutosave(options: Options): AutosaveView {
  const { block, tools } = options;
  const [state, setState] = useState<AutosaveState>({ kind: 'idle' });
  const autosave = useRef<Autosave>(undefined);
  const ports = usePorts(options, setState);
  const latest = useRef(ports);
  latest.current = ports;
  useEffect(() => {
    if (!block.save.auto) return;
    const made = createAutosave(latest.current);
    autosave.current = made;
    const stop = listen(made, options.tools, block);
    const stopBlur = block.save.auto.delay === undefined ? hearBlur(made, options.root) : undefined;
    return () => {
      stop();
      stopBlur?.();
      made.close();
    };
  }, [block, options.tools, options.root]);
  return {
    state,
    flush: () => void autosave.current?.flush(),
    isStuck: (state.kind === 'failed' || state.kind === 'invalid') && tools.form.status().dirty,
  };
}

/** Listens at the document, where the blurred field has already committed its value. */
function hearBlur(autosave: Autosave, root: Options['root']): () => void {
  const left = ({ target }: FocusEvent) => {
    if (target instanceof Node && root.current?.contains(target)) void autosave.flush();
  };
  document.addEventListener('focusout', left);
  return () => document.removeEventListener('focusout', left);
}

/** Listens to changes of placed fields and to leaving the page. */
function listen(autosave: Autosave, { form }: FormTools, block: FormBlock): () => void {
  const fields = block.sections.flatMap(({ items }) =>
    items.map(({ field }) => field.split('.')[0] ?? field),
  );
  const stops = [...new Set(fields)].map((field) => form.subscribe(`/${field}`, autosave.changed));
  const flush = () => void autosave.flush();
  const hidden = () => document.visibilityState === 'hidden' && autosave.leave();
  window.addEventListener('pagehide', autosave.leave);
  window.addEventListener('blur', flush);
  window.addEventListener('online', flush);
  document.addEventListener('visibilitychange', hidden);
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener('pagehide', autosave.leave);
    window.removeEventListener('blur', flush);
    window.removeEventListener('online', flush);
    document.removeEventListener('visibilitychange', hidden);
  };
}

function usePorts({ block, scope, tools, draft }: Options, onState: AutosavePorts['onState']): AutosavePorts {
  const [api, client, toast] = [useApi(), useQueryClient(), useToast()];
  const { form, model, say } = tools;
  const id = String(form.stored().Id);
  const about = `autosave ${block.entity} ${id}`;
  return {
    form,
    delay: block.save.auto?.delay,
    restores: block.save.failed === 'restore',
    onState,
    pending: () => pendingOf(tools, block),
    send: async (changes, sequence) => {
      const { route, data, user } = scope;
      const path = fillPath(block.save.route, { root: form.stored(), route, data, user });
      const body = bodyOfCall(model, block.save, { ...changes, Id: id });
      // No revision: the last value wins. Only changed fields are sent, so others' fields stay untouched.
      const answer = await api.send<DataRecord>(block.save.method, path, body, {
        keepalive: true,
        sequence,
      });
      return { ...form.stored(), ...recordIn(answer) };
    },
    explain: (error) => {
      if (!(error instanceof ApiError)) throw error;
      const issues = error.status === 422 && block.save.failed === 'keep' ? error.validationErrors : [];
      form.applyServerIssues(issues);
      const isAtField = ({ Path }: ServerError) => Path !== undefined && isInSight(form, { path: Path });
      return issues.length > 0 && issues.every(isAtField) ? undefined : error.message;
    },
    onSaved: (stored) => {
      draft.clear();
      toast.settle(about);
      client.setQueryData(keys.record(block.entity, id), stored);
    },
    onLost: (changes) => {
      draft.keep(changes);
      toast.show(say('ui.autosave.lost'), 'error', about);
    },
  };
}

/** Changed fields that the call accepts. */
function pendingOf({ form, model }: FormTools, block: FormBlock): DataRecord {
  const body = takenBy(model, block.save, changesOf(form));
  const isSent = new Set(
    form.entity.fields.filter((one) => one.stored && !one.readOnly).map(({ name }) => name),
  );
  return Object.fromEntries(Object.entries(body).filter(([name]) => isSent.has(name) && name !== 'Id'));
}
