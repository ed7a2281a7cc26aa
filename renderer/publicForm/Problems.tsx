import { useEffect, useRef } from 'react';
import type { FormState } from '#engine';
import { useMessage } from '../data/messages.tsx';
import { useFormStatus } from '../data/useFormState.ts';
import type { FormTools } from '../form/FormTools.ts';
import { focusField } from '../form/focusField.ts';
import { issueTexts } from '../form/issueTexts.ts';
import { Button } from '../parts/Button.tsx';
import type { OpenForm } from './formTypes.ts';
import styles from './publicForm.module.css';

type Props = {
  readonly form: OpenForm;
  readonly state: FormState;
  readonly tools: FormTools;
  /** How often something was to be corrected: each time the list is focused. */
  readonly problems: number;
  readonly failure: string | undefined;
};

/** Why the answer was not sent, with the fields to correct; gone once they are. */
export function Problems({ form, state, tools, problems, failure }: Props) {
  const say = useMessage();
  const box = useRef<HTMLDivElement>(null);
  const { issueChanges, recordIssues, submitted } = useFormStatus(state);
  useEffect(() => {
    if (problems > 0) box.current?.focus();
  }, [problems]);
  const wrong = form.Fields.map((name) => state.view(`/${name}`)).filter(({ issues }) =>
    issues.some(({ level }) => level === 'error'),
  );
  const whole = recordIssues.filter(({ level }) => level === 'error');
  const isQuiet = !failure && (!submitted || (wrong.length === 0 && whole.length === 0));
  if (problems === 0 || isQuiet) return null;
  return (
    <div ref={box} tabIndex={-1} role="alert" className={styles.problems} data-changes={issueChanges}>
      {failure && <p>{failure}</p>}
      {whole.map((issue) => (
        <p key={issue.rule}>{say(issue.message, issue.params)}</p>
      ))}
      {wrong.length > 0 && <p>{say('ui.public.problems', { count: wrong.length })}</p>}
      <ul>
        {wrong.map((view) => (
          <li key={view.path}>
            <Button tone="link" onPress={() => focusField(tools.idPrefix, view.path)}>
              {say(view.field.label)}
            </Button>
            {' – '}
            {issueTexts(tools, view)[0]?.text}
          </li>
        ))}
      </ul>
    </div>
  );
}
