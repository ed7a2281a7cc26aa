import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { DataRecord, GridAdd, GridBlock } from '#engine';
import { ApiError } from '../data/ApiError.ts';
import { useApi, useModel, useUser } from '../data/App.tsx';
import { allows } from '../data/allows.ts';
import { fillPath } from '../data/fillPath.ts';
import { useMessage } from '../data/messages.tsx';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { useIntent } from '../data/useIntent.ts';
import { Button } from '../parts/Button.tsx';
import { RichText } from '../parts/RichText.tsx';
import { TextInput } from '../parts/TextInput.tsx';
import styles from './rowEditor.module.css';

type Props = {
  readonly block: GridBlock;
  readonly add: GridAdd;
  readonly scope: ScreenScope;
  /** Opens the new row. */
  readonly onAdded: (id: string) => void;
};

/** Adds a row from one typed value; shows the server's objections below. */
export function AddRow({ block, add, scope, onAdded }: Props) {
  const say = useMessage();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const { issue, isBusy, send, forget } = useAdd({ add, scope, onAdded });
  const { Features } = useUser();
  const field = useModel().entities.get(block.entity)?.fieldByPath.get(add.field);
  const isEnabled = evaluateOn(add.enabled, expressionScope(scope), !add.enabled) === true;
  if (!isEnabled || !allows(add.access, Features)) return null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return input.current?.focus();
    // Keep text typed during the call, for the next row.
    if (await send(text)) setText((now) => (now === text ? '' : now));
  };
  return (
    <form data-screen-only className={styles.add} onSubmit={(event) => void submit(event)}>
      <div className={styles.addField}>
        <TextInput
          ref={input}
          id={id}
          label={say(add.label)}
          placeholder={say(add.label)}
          value={text}
          maxLength={field?.limits.maxLength}
          invalid={issue !== undefined}
          describedBy={issue ? `${id}-issue` : undefined}
          onChange={(typed) => {
            setText(typed);
            forget();
          }}
        />
        {issue && (
          <p id={`${id}-issue`} className={styles.addIssue} role="alert">
            <RichText text={issue} />
          </p>
        )}
      </div>
      <Button type="submit" busy={isBusy} disabled={text.trim() === ''}>
        {say('ui.grid.add-row')}
      </Button>
    </form>
  );
}

function useAdd({ add, scope, onAdded }: Omit<Props, 'block'>) {
  const api = useApi();
  const say = useMessage();
  const client = useQueryClient();
  const [issue, setIssue] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isSending = useRef(false);
  const intent = useIntent();
  const send = async (text: string): Promise<boolean> => {
    // Enter submits the form even while its button is busy.
    if (isSending.current) return false;
    isSending.current = true;
    setBusy(true);
    setIssue(undefined);
    try {
      const path = fillPath(add.route, { route: scope.route, data: scope.data, user: scope.user });
      const body = { ...initialOf(add, scope), [add.field]: text.trim() };
      const answer = await api.send<DataRecord>('POST', path, body, { intent });
      await client.invalidateQueries({ queryKey: ['list'] });
      onAdded(String(answer.Id));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'carried-out') {
        // The earlier row exists; keep the text typed since for another row.
        await client.invalidateQueries({ queryKey: ['list'] });
        setIssue(say('ui.save.carried-out'));
      } else if (error.code !== 'declined') setIssue(error.validationErrors[0]?.Value ?? error.message);
      return false;
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return { issue, isBusy, send, forget: () => setIssue(undefined) };
}

function initialOf({ initial }: GridAdd, scope: ScreenScope): DataRecord {
  const values = expressionScope(scope);
  return Object.fromEntries(
    Object.entries(initial).map(([name, value]) => [name, evaluateOn(value, values, null)]),
  );
}
