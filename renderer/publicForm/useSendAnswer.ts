import { useState } from 'react';
import type { DataRecord, FormState } from '#engine';
import { ApiError, type Confirmation } from '../data/ApiError.ts';
import type { Api } from '../data/createApi.ts';
import { useLocale, useMessage } from '../data/messages.tsx';
import { useIntent } from '../data/useIntent.ts';
import type { FormTools } from '../form/FormTools.ts';
import type { FormAddress } from './formAtAddress.ts';
import type { OpenForm } from './formTypes.ts';
import type { Pass } from './usePass.ts';

type Sending = {
  readonly api: Api;
  readonly at: FormAddress;
  readonly form: OpenForm;
  readonly state: FormState;
  readonly tools: FormTools;
  readonly pass: Pass;
  readonly isAgreed: boolean;
  /** There is something to correct. */
  readonly onProblem: () => void;
  readonly onSent: () => void;
};

const noQuestions: readonly Confirmation[] = [];

/** Sends an answer; whatever goes wrong, it stays on the page. */
export function useSendAnswer(sending: Sending) {
  const { api, form, state, tools, pass, isAgreed, onProblem, onSent } = sending;
  const [say, locale] = [useMessage(), useLocale()];
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const intent = useIntent();
  const [questions, setQuestions] = useState(noQuestions);

  const fail = (text: string | undefined) => {
    setFailure(text);
    onProblem();
  };
  const post = async (): Promise<void> => {
    await tools.files.arrived?.();
    const result = state.submit();
    if (result.kind === 'invalid') return fail(undefined);
    if (form.Consent && !isAgreed) return fail(say('ui.public.must-agree'));
    const body = {
      ...(await pass.solved()),
      Values: valuesOf(form, result.payload),
      Consent: form.Consent?.Version ?? null,
      Language: locale,
      Token: sending.at.token || null,
    };
    const asked = questions.map(({ Rule }) => Rule);
    await api.send('POST', `/publicforms/${form.Address}`, body, {
      ...{ askConfirm: asked.length > 0, asked, intent },
    });
    onSent();
  };
  const refused = (error: unknown): void => {
    if (!(error instanceof ApiError)) throw error;
    setQuestions(error.body.Confirmations ?? noQuestions);
    if (error.body.Confirmations) return;
    // One that has expired is replaced by the next attempt. One that was used may have been by this very answer.
    if (error.status === 400) pass.renew();
    const atFields = error.validationErrors.filter(({ Path }) => Path !== undefined && Path !== '');
    state.applyServerIssues(atFields);
    fail(atFields.length > 0 ? undefined : error.message);
  };
  const send = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    await post().catch(refused);
    setBusy(false);
  };
  return { send, isBusy, failure, questions };
}

/** The fields of the form; a file by its id. */
function valuesOf({ Fields }: OpenForm, payload: DataRecord): DataRecord {
  return Object.fromEntries(
    Fields.filter((name) => name in payload).map((name) => [name, idsOf(payload[name])]),
  );
}

function idsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(idsOf);
  const isFile = typeof value === 'object' && value !== null && 'Id' in value && 'Name' in value;
  return isFile ? (value as { Id: unknown }).Id : value;
}
