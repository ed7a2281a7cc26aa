import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Locale } from '#engine';
import { useApi } from '../../data/App.tsx';
import { errorText } from '../../data/errorText.ts';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { useText } from '../../data/useText.ts';
import type { BlockWidgetProps } from '../../extension/blockProps.ts';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { ComboBox } from '../../parts/ComboBox.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { PreviewFrame, usePreviewChoice } from '../../widgets/html/PreviewFrame.tsx';
import styles from './mail.module.css';

type Letter = { readonly Subject: string; readonly Text: string; readonly Html: string };
type Named = { readonly Id: string; readonly Name: string };

/** An email template about a record that the person chooses. Options: see base/widgets/blocks/mail-preview.json. */
export function MailPreview({ block, scope }: BlockWidgetProps) {
  const say = useMessage();
  const title = useText(block.title, scope);
  const template = scope.data[String(block.options.record)];
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<Named>();
  const entity = String(template?.Entity ?? '');
  const found = useRecords(entity, search);
  const record = chosen ?? (search === '' ? found.records[0] : undefined);
  if (!template) return null;
  const hasNone = found.isThere && search === '' && found.records.length === 0 && !chosen;
  return (
    <Card id={block.id} title={title || undefined}>
      <div className={styles.preview}>
        <p className={area.quiet}>{say('mail-template.preview.note')}</p>
        {found.error ? (
          <ErrorState text={errorText(found.error, say)} onRetry={found.retry} />
        ) : hasNone ? (
          <EmptyState title={say('mail-template.preview.none')} />
        ) : (
          <FieldShell id="mail-record" label={say('mail-template.preview.record')} as="group">
            <ComboBox
              id="mail-record"
              labelledBy="mail-record-label"
              value={record?.Id}
              selected={record && { id: record.Id, label: record.Name }}
              options={found.records.map(({ Id, Name }) => ({ id: Id, label: Name }))}
              loading={!found.isThere}
              onSearch={setSearch}
              onChange={(id) => setChosen(found.records.find(({ Id }) => Id === id))}
              required
            />
          </FieldShell>
        )}
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

/** The newest records that the person may see, or those whose name contains a text. */
function useRecords(entity: string, search: string) {
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['configure', 'automation-records', entity, search],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ entity, ...(search !== '' && { search }) });
      return api.get<{ Items: readonly Named[] }>(`/configure/automations/records?${query}`, { signal });
    },
    enabled: entity !== '',
  });
  return {
    ...{ records: data?.Items ?? [], isThere: data !== undefined, error },
    retry: () => void refetch(),
  };
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
    queryFn: () => api.send<Letter>('POST', `${path}/preview`, body),
  });
  return (
    <section
      className={styles.letter}
      aria-label={say('mail-template.preview.of')}
      aria-busy={!data && !error}
    >
      <div className={styles.head}>
        {controls}
        <SendTest path={`${path}/test`} body={body} />
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
  const [said, setSaid] = useState<{ readonly text: string; readonly isFailure: boolean }>();
  const send = async () => {
    setBusy(true);
    setSaid(undefined);
    try {
      const { To } = await api.send<{ To: string }>('POST', path, body);
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
