import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Locale } from '#engine';
import { useApi } from '../../data/App.tsx';
import { errorText } from '../../data/errorText.ts';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { useIntent } from '../../data/useIntent.ts';
import { useText } from '../../data/useText.ts';
import type { BlockWidgetProps } from '../../extension/blockProps.ts';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { ComboBox } from '../../parts/ComboBox.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { optionsOf } from '../../widgets/choices.ts';
import { PreviewFrame, usePreviewChoice } from '../../widgets/html/PreviewFrame.tsx';
import { useChoices } from '../../widgets/useChoices.ts';
import styles from './mail.module.css';

type Letter = { readonly Subject: string; readonly Text: string; readonly Html: string };
type Named = { readonly Id: string; readonly Name: string };

/** An email template about a record that the person chooses. Options: see base/widgets/blocks/mail-preview.json. */
export function MailPreview({ block, scope }: BlockWidgetProps) {
  const say = useMessage();
  const title = useText(block.title, scope);
  const template = scope.data[String(block.options.record)];
  const entity = String(template?.Entity ?? '');
  const [chosen, setChosen] = useState<Named & { readonly entity: string }>();
  const { newest, isThere, error, retry } = useNewest(entity);
  const record = chosen?.entity === entity ? chosen : newest;
  if (!template) return null;
  return (
    <Card id={block.id} title={title || undefined}>
      <div className={styles.preview}>
        <p className={area.quiet}>{say('mail-template.preview.note')}</p>
        {error && <ErrorState text={errorText(error, say)} onRetry={retry} />}
        {isThere && !record && <EmptyState title={say('mail-template.preview.none')} />}
        {record && <RecordChoice {...{ entity, record }} onChange={(one) => setChosen({ ...one, entity })} />}
        {record && (
          <ShownLetter
            template={String(template.Id)}
            revision={Number(template.Revision)}
            record={record.Id}
          />
        )}
      </div>
    </Card>
  );
}

type Choosing = {
  readonly entity: string;
  readonly record: Named;
  readonly onChange: (record: Named) => void;
};

function RecordChoice({ entity, record, onChange }: Choosing) {
  const say = useMessage();
  const api = useApi();
  const { choices, isLoading, search } = useChoices(async (text) => {
    const found = await api.get<Found>(pathOf(entity, text));
    return { choices: found.Items.map(({ Id, Name }) => ({ value: Id, label: Name })), hasMore: false };
  });
  const typed = useRef('');
  // The box shows the name of the choice; only other text is a search.
  const ask = () => search(typed.current === record.Name ? '' : typed.current);
  return (
    <FieldShell id="mail-record" label={say('mail-template.preview.record')} as="group">
      <ComboBox
        id="mail-record"
        labelledBy="mail-record-label"
        value={record.Id}
        selected={{ id: record.Id, label: record.Name }}
        options={optionsOf(choices)}
        loading={isLoading}
        onOpen={ask}
        onSearch={(text) => {
          typed.current = text;
          ask();
        }}
        onChange={(id) => {
          const found = choices.find(({ value }) => value === id);
          if (found) onChange({ Id: String(found.value), Name: found.label });
        }}
        required
      />
    </FieldShell>
  );
}

type Found = { readonly Items: readonly Named[] };

/** The newest records that the person may see, or those whose name contains a text. */
const pathOf = (entity: string, search: string): string =>
  `/configure/automations/records?${new URLSearchParams({ entity, ...(search !== '' && { search }) })}`;

/** The newest record, to begin with. */
function useNewest(entity: string) {
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['configure', 'automation-records', entity],
    queryFn: ({ signal }) => api.get<Found>(pathOf(entity, ''), { signal }),
    enabled: entity !== '',
  });
  return { newest: data?.Items[0], isThere: data !== undefined, error, retry: () => void refetch() };
}

type Shown = { readonly template: string; readonly revision: number; readonly record: string };

function ShownLetter({ template, revision, record }: Shown) {
  const say = useMessage();
  const api = useApi();
  const { choice, controls } = usePreviewChoice(useLocale());
  const path = `/mailtemplate/${template}`;
  const body = { RecordId: record, Language: choice.language };
  const { data, error, refetch } = useQuery({
    queryKey: ['mail-preview', template, revision, record, choice.language],
    queryFn: () => api.send<Letter>('POST', `${path}/preview`, body, { intent: 'reads' }),
  });
  return (
    <section
      className={styles.letter}
      aria-label={say('mail-template.preview.of')}
      aria-busy={!data && !error}
    >
      <div className={styles.head}>
        {controls}
        <SendTest key={`${record} ${choice.language}`} path={`${path}/test`} body={body} />
      </div>
      {error && <ErrorState text={errorText(error, say)} onRetry={() => void refetch()} />}
      {data && (
        <>
          <p className={styles.subject} lang={choice.language}>
            {data.Subject}
          </p>
          <PreviewFrame
            html={data.Html}
            title={data.Subject}
            language={choice.language}
            width={choice.width}
            size="fit"
          />
          <details>
            <summary>{say('mail-template.preview.plain')}</summary>
            <pre className={styles.plain} lang={choice.language}>
              {data.Text}
            </pre>
          </details>
        </>
      )}
    </section>
  );
}

type Sending = {
  readonly path: string;
  readonly body: { readonly RecordId: string; readonly Language: Locale };
};

/** To the person's own address, in the language shown. */
function SendTest({ path, body }: Sending) {
  const say = useMessage();
  const api = useApi();
  const [isBusy, setBusy] = useState(false);
  const intent = useIntent();
  const [said, setSaid] = useState<{ readonly text: string; readonly isFailure: boolean }>();
  const send = async () => {
    setBusy(true);
    setSaid(undefined);
    try {
      const { To } = await api.send<{ To: string }>('POST', path, body, { intent });
      setSaid({ text: say('mail-template.test.done', { to: To }), isFailure: false });
    } catch (error) {
      setSaid({ text: errorText(error, say), isFailure: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button busy={isBusy} onPress={() => void send()}>
        {say('mail-template.test')}
      </Button>
      {said && <span role={said.isFailure ? 'alert' : 'status'}>{said.text}</span>}
    </>
  );
}
