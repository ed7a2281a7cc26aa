import { useState } from 'react';
import { useMessage } from '../../data/messages.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Select } from '../../parts/Select.tsx';
import { TextArea } from '../../parts/TextArea.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import type { AutomationStepForm } from './automationForm.ts';
import { headersIn, linesOf } from './headerLines.ts';
import type { StepProps } from './stepProps.ts';

const methods = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] as const;

/** The address that a step calls, and what it sends. */
export function CallPart({ entity, step, at, onChange }: StepProps) {
  const say = useMessage();
  const issuesAt = useIssuesAt('automation');
  const id = `step${at.replaceAll('/', '-')}`;
  const put = (words: object) => {
    const next = Object.entries({ ...step, ...words }).filter(([, value]) => value !== undefined);
    onChange(Object.fromEntries(next) as unknown as AutomationStepForm);
  };
  return (
    <>
      <div className={styles.columns}>
        <FieldShell id={`${id}-method`} label={say('configure.automation.call.method')} as="group">
          <Select
            id={`${id}-method`}
            labelledBy={`${id}-method-label`}
            value={step.method ?? 'POST'}
            options={methods.map((one) => ({ id: one, label: one }))}
            required
            onChange={(method) => put({ method: method === 'POST' ? undefined : method })}
          />
        </FieldShell>
        <FieldShell
          id={`${id}-url`}
          label={say('configure.automation.call.url')}
          help={say('configure.automation.call.url.help')}
          issues={issuesAt(`${at}/url`)}
        >
          <TextInput
            id={`${id}-url`}
            type="url"
            placeholder="https://"
            value={step.url ?? ''}
            onChange={(url) => put({ url: url === '' ? undefined : url })}
          />
        </FieldShell>
      </div>
      <HeadersField
        id={`${id}-headers`}
        headers={(step.headers ?? {}) as Readonly<Record<string, string>>}
        onChange={(headers) => put({ headers })}
      />
      <ConditionEditor
        label={say('configure.automation.call.body')}
        entity={entity.id}
        text={step.body ?? ''}
        wants="any"
        onChange={(text) => put({ body: text.trim() === '' ? undefined : text })}
      />
    </>
  );
}

type HeadersProps = {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly onChange: (headers: Readonly<Record<string, string>> | undefined) => void;
};

/** Headers, one a line; a line that is not finished yet stays as typed. */
function HeadersField({ id, headers, onChange }: HeadersProps) {
  const say = useMessage();
  const [typed, setTyped] = useState(() => linesOf(headers));
  const isTyped = JSON.stringify(headersIn(typed) ?? {}) === JSON.stringify(headers);
  return (
    <FieldShell
      id={id}
      label={say('configure.automation.call.headers')}
      help={say('configure.automation.call.headers.help')}
    >
      <TextArea
        id={id}
        value={isTyped ? typed : linesOf(headers)}
        onChange={(text) => {
          setTyped(text);
          onChange(headersIn(text));
        }}
      />
    </FieldShell>
  );
}
