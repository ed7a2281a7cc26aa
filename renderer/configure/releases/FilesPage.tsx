import { Download, Upload } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { ApiError } from '../../data/ApiError.ts';
import { useApi } from '../../data/App.tsx';
import { useToast } from '../../data/dialogs.tsx';
import { errorText } from '../../data/errorText.ts';
import { useMessage } from '../../data/messages.tsx';
import { saveBlob } from '../../data/saveBlob.ts';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { RadioGroup } from '../../parts/RadioGroup.tsx';
import draftStyles from '../draft/draft.module.css';
import { DraftFindings } from '../draft/FindingList.tsx';
import type { Draft, DraftFinding } from '../draftTypes.ts';
import styles from '../form.module.css';
import { Page } from '../Page.tsx';
import { useWork } from '../work.tsx';
import { type OverlayFiles, readOverlayFiles, zipOverlay } from './readOverlayFiles.ts';

/** Exports the overlay as files, for git or another installation, and imports files as a draft. */
export function FilesPage() {
  const say = useMessage();
  const { draft } = useWork();
  return (
    <Page title={say('configure.files')} note={say('configure.files.note')}>
      <Card title={say('configure.export')} id="export">
        <Export />
      </Card>
      <Card title={say('configure.import')} id="import">
        <Import />
      </Card>
      <DraftFindings findings={draft.Findings} />
    </Page>
  );
}

function Export() {
  const say = useMessage();
  const api = useApi();
  const toast = useToast();
  const { draft } = useWork();
  const press = async () => {
    try {
      const files = await api.get<OverlayFiles>('/configure/export');
      saveBlob(zipOverlay(files), `overlay-${draft.Live}.zip`);
      toast.settle('export');
    } catch (error) {
      toast.show((error as Error).message, 'error', 'export');
    }
  };
  return (
    <div className={styles.form}>
      <p>{say('configure.export.note')}</p>
      <div>
        <Button icon={<Icon icon={Download} />} onPress={() => void press()}>
          {say('configure.export.do')}
        </Button>
      </div>
    </div>
  );
}

type Said = {
  readonly text: string;
  readonly isError: boolean;
  /** Findings by file and place. */
  readonly findings?: readonly DraftFinding[];
};

function findingsIn({ body }: ApiError): readonly DraftFinding[] {
  return (body as { Findings?: readonly DraftFinding[] } | undefined)?.Findings ?? [];
}

function Import() {
  const say = useMessage();
  const api = useApi();
  const { keep } = useWork();
  const input = useRef<HTMLInputElement>(null);
  const [mode, setMode] = useState('add');
  const [said, tell] = useState<Said>();
  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.target.files ?? [])];
    event.target.value = '';
    if (chosen.length === 0) return;
    try {
      const Files = await readOverlayFiles(chosen);
      const draft = await api.send<Draft>(
        'POST',
        '/configure/import',
        { Mode: mode, Files },
        { intent: 'same-content' },
      );
      keep(draft);
      const wrong = draft.Findings.filter(({ Level }) => Level === 'error').length;
      const [key, count] = wrong > 0 ? (['wrong', wrong] as const) : (['done', Files.length] as const);
      tell({ text: say(`configure.import.${key}`, { count }), isError: wrong > 0 });
    } catch (error) {
      const text = errorText(error, say, 'configure.import.unreadable');
      tell({ text, isError: true, findings: error instanceof ApiError ? findingsIn(error) : [] });
    }
  };
  return (
    <div className={styles.form}>
      <p>{say('configure.import.note')}</p>
      <RadioGroup
        id="import-mode"
        label={say('configure.import')}
        value={mode}
        options={[
          { id: 'add', label: say('configure.import.add') },
          { id: 'replace', label: say('configure.import.replace') },
        ]}
        onChange={setMode}
      />
      <div>
        <input
          ref={input}
          type="file"
          accept="application/zip,.zip,application/json,.json"
          multiple
          hidden
          aria-label={say('configure.import.choose')}
          onChange={(event) => void read(event)}
        />
        <Button icon={<Icon icon={Upload} />} onPress={() => input.current?.click()}>
          {say('configure.import.choose')}
        </Button>
      </div>
      {said && <WhatCame {...said} />}
    </div>
  );
}

/** The result of an import: what was imported, or findings by file and place. */
function WhatCame({ text, isError, findings = [] }: Said) {
  const say = useMessage();
  if (!isError)
    return (
      <p role="status" className={area.quiet}>
        {text}
      </p>
    );
  return (
    <>
      <p role="alert" className={draftStyles.finding} data-level="error">
        {text}
      </p>
      {findings.length > 0 && (
        <ul className={draftStyles.lines} aria-label={say('configure.findings')}>
          {[...new Set(findings.map(({ Message }) => Message))].map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </>
  );
}
