import {
  compileBundle,
  type Locale,
  loadValidatorRuntime,
  type Model,
  type ModelBundle,
  type Validators,
} from '#engine';
import type { Api } from '../data/createApi.ts';
import type { Say } from '../data/messages.tsx';
import { createSay, readPublicMessages } from '../shell/publicMessages.ts';
import type { FormAddress } from './formAtAddress.ts';
import type { OpenForm, PublicForm } from './formTypes.ts';

/** A form with all that its page needs to draw and check it. */
export type LoadedForm = {
  readonly form: PublicForm;
  /** Absent for a closed form. */
  readonly model?: Model;
  readonly validators?: Validators;
  readonly sayIn: (locale: Locale) => Say;
};

/** Reads the form; a link opens it with the values of its record. */
export const readForm = (api: Api, { name, token }: FormAddress): Promise<PublicForm> =>
  token === ''
    ? api.get<PublicForm>(`/publicforms/${name}`)
    : api.send<PublicForm>('POST', `/publicforms/${name}/open`, { Token: token }, { intent: 'reads' });

export async function loadForm(api: Api, at: FormAddress): Promise<LoadedForm> {
  const texts = api.get<ModelBundle>('/model?part=public');
  const [form, common] = await Promise.all([readForm(api, at), texts]);
  const messages = readPublicMessages(common);
  if (form.Closed !== undefined) return { form, sayIn: (locale) => createSay(messages, locale) };
  const model = compileBundle(form.Bundle);
  const both = (locale: Locale) => new Map([...messages[locale], ...model.messages[locale]]);
  const all = { 'en-CA': both('en-CA'), 'fr-CA': both('fr-CA') };
  return { form, model, validators: await loadChecks(form), sayIn: (locale) => createSay(all, locale) };
}

type Checks = {
  readonly needs: readonly string[];
  readonly createValidators: (require: (name: string) => unknown) => Validators;
};

/** The server checks everything again, so without them a mistake only shows later. */
async function loadChecks({ Address, Entity, Bundle }: OpenForm): Promise<Validators> {
  const address = `/api/publicforms/${Address}/validators.js?v=${encodeURIComponent(Bundle.version)}`;
  try {
    const { needs, createValidators } = (await import(/* @vite-ignore */ address)) as Checks;
    return createValidators(await loadValidatorRuntime(needs));
  } catch {
    return { [Entity]: {} };
  }
}
