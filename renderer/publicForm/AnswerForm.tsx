import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { createForm, type FormState, type Model, newRecord, type Validators } from '#engine';
import { AppProvider } from '../data/App.tsx';
import { now, today } from '../data/clock.ts';
import { useLocale, useMessage } from '../data/messages.tsx';
import { createOwnReleases } from '../data/ownReleases.ts';
import { createWidgets } from '../extension/createWidgets.ts';
import { WidgetsProvider } from '../extension/widgets.ts';
import { FormLayoutView } from '../form/FormLayoutView.tsx';
import { type FormTools, FormToolsContext } from '../form/FormTools.ts';
import { useDraft } from '../form/useDraft.ts';
import { Button } from '../parts/Button.tsx';
import { Checkbox } from '../parts/Checkbox.tsx';
import { RichText } from '../parts/RichText.tsx';
import type { Services } from '../shell/Services.ts';
import { drawnSections } from './drawnSections.ts';
import type { FormAddress } from './formAtAddress.ts';
import { createFormFiles } from './formFiles.ts';
import type { OpenForm } from './formTypes.ts';
import type { LoadedForm } from './loadForm.ts';
import { Problems } from './Problems.tsx';
import styles from './publicForm.module.css';
import { type Pass, usePass } from './usePass.ts';
import { useSendAnswer } from './useSendAnswer.ts';

type Props = {
  readonly services: Services;
  readonly at: FormAddress;
  readonly form: OpenForm;
  readonly loaded: LoadedForm;
  readonly onSent: () => void;
};

const nobody = { Id: '', UserName: '', DisplayName: '', Roles: [], Features: [] };

/** The fields of a form, drawn as on any screen, with the agreement and the button that sends them. */
export function AnswerForm(props: Props) {
  const { services, loaded } = props;
  const model = loaded.model as Model;
  const validators = loaded.validators as Validators;
  const [widgets] = useState(() => createWidgets({ blocks: [], pages: [] }, []));
  const [app] = useState(() => ({
    ...{ api: services.api, connection: services.connection, model, ownReleases: createOwnReleases() },
    session: { user: nobody, signOut: async () => undefined },
    validators: () => validators,
  }));
  return (
    <AppProvider value={app}>
      <WidgetsProvider value={widgets}>
        <Fields {...props} />
      </WidgetsProvider>
    </AppProvider>
  );
}

function Fields({ services, at, form, loaded, onSent }: Props) {
  const say = useMessage();
  const locale = useLocale();
  const state = useAnswerState(loaded, form);
  const pass = usePass(services.api, at, form);
  const tools = useTools(state, { loaded, services, form, pass });
  const draft = useKeptAnswer(state, `form.${form.Address}.${at.token}`);
  const [isAgreed, agree] = useState(false);
  const [problems, setProblems] = useState(0);
  const sections = useMemo(() => drawnSections(form.Sections, locale), [form, locale]);
  const { send, isBusy, failure, questions } = useSendAnswer({
    ...{ api: services.api, at, form, state, tools, pass, isAgreed },
    onProblem: () => setProblems((count) => count + 1),
    onSent: () => {
      draft.clear();
      onSent();
    },
  });
  return (
    <FormToolsContext value={tools}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {draft.isRestored && (
          <p className={styles.kept} role="status">
            {say('ui.public.kept')}{' '}
            <Button tone="link" onPress={draft.startOver}>
              {say('ui.public.start-over')}
            </Button>
          </p>
        )}
        <Problems {...{ form, state, tools, problems, failure }} />
        <FormLayoutView form={state} sections={sections} idPrefix={tools.idPrefix} />
        {form.Consent && (
          <fieldset className={styles.consent}>
            <legend>{say('ui.public.consent')}</legend>
            <RichText text={form.Consent.Text[locale]} />
            <Checkbox id={`${tools.idPrefix}-consent`} checked={isAgreed} onChange={agree} required>
              {say('ui.public.agree')}
            </Checkbox>
          </fieldset>
        )}
        {questions.map(({ Rule, Message }) => (
          <p key={Rule} role="alert">
            {Message}
          </p>
        ))}
        <Button type="submit" tone="primary" busy={isBusy}>
          {say(questions.length > 0 ? 'ui.public.confirm' : 'ui.public.send')}
        </Button>
      </form>
    </FormToolsContext>
  );
}

/** The form lives as long as the page: another language changes its texts, not its values. */
function useAnswerState({ model, validators }: LoadedForm, form: OpenForm): FormState {
  const locale = useLocale();
  const [state] = useState(() => {
    const entity = (model as Model).entities.get(form.Entity);
    if (!entity) throw new Error(`The form ${form.Address} is about nothing`);
    const context = { model: model as Model, user: nobody, today: today(), now: now(), locale };
    return createForm({
      ...{ entity, context, validators: validators as Validators, placed: form.Fields },
      record: { ...newRecord(entity, { ...context, action: 'create' }), ...form.Values },
      isNew: form.Values === undefined,
    });
  });
  useEffect(() => {
    state.setContext({ model: model as Model, user: nobody, today: today(), now: now(), locale });
  }, [state, model, locale]);
  return state;
}

type Sharing = {
  readonly loaded: LoadedForm;
  readonly services: Services;
  readonly form: OpenForm;
  readonly pass: Pass;
};

function useTools(state: FormState, { loaded, services, form, pass }: Sharing): FormTools {
  const [say, locale] = [useMessage(), useLocale()];
  const idPrefix = `answer${useId().replace(/[^\w-]/g, '')}`;
  return useMemo(
    () => ({
      ...{ form: state, model: loaded.model as Model, locale, say, idPrefix },
      ...{ readOnlyAsText: true, hidesWhy: true, sectionLevel: 2 as const },
      findOptions: async () => ({ items: [], choices: [], hasMore: false }) as never,
      findRecords: async () => [],
      files: createFormFiles(services.api, form, pass),
      checkRule: (async () => undefined) as never,
      explain: () => undefined,
    }),
    [state, loaded, locale, say, idPrefix, services, form, pass],
  );
}

/** What was entered before a reload is there again at once. */
function useKeptAnswer(state: FormState, key: string) {
  const draft = useDraft(state, key);
  const [isRestored, setRestored] = useState(false);
  const { found, restore } = draft;
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) return;
    isFirst.current = false;
    if (!found) return;
    restore();
    setRestored(true);
  }, [found, restore]);
  const startOver = () => {
    state.reset();
    draft.clear();
    setRestored(false);
  };
  return { isRestored, startOver, clear: draft.clear };
}
