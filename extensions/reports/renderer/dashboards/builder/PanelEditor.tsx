import { useState } from 'react';
import {
  ComboBox,
  Dialog,
  DraftBar,
  FieldShell,
  Select,
  TextInput,
  useKeptWork,
  useMessage,
  useModel,
} from '#renderer';
import { PanelContent } from '../PanelContent.tsx';
import type { Panel, PanelKind } from '../types.ts';
import { usePanelPreview } from '../usePanelData.ts';
import styles from './builder.module.css';
import { EntityFields } from './EntityFields.tsx';
import { useSources } from './useSources.ts';

type Props = {
  readonly panel: Panel;
  readonly keep: (panel: Panel) => void;
  readonly close: () => void;
};

const kinds: readonly PanelKind[] = ['number', 'table', 'line', 'bar', 'share', 'map'];

/** Edits a panel, with a preview on real records. */
export function PanelEditor({ panel: given, keep, close }: Props) {
  const say = useMessage();
  const [panel, setPanel] = useState(given);
  const { data } = usePanelPreview(panel, []);
  const draft = useKeptWork({
    key: `panel.${location.pathname}.${hasSource(given) ? given.Id : 'new'}`,
    value: panel,
    isChanged: JSON.stringify(panel) !== JSON.stringify(given),
    restore: (kept) => setPanel({ ...kept, Id: given.Id }),
  });
  const change = (more: Partial<Panel>) => setPanel({ ...panel, ...more });
  const isEmpty = !hasSource(panel);
  return (
    <Dialog
      title={say('building.panel')}
      size="large"
      onClose={close}
      main={{
        label: say('building.keep'),
        refusal: isEmpty ? say('building.no-source') : undefined,
        onPress: () => keep(panel),
      }}
      cancel={say('ui.cancel')}
    >
      <div className={styles.fields}>
        <DraftBar draft={draft} />
        <FieldShell id="panel-kind" label={say('building.kind')}>
          <Select
            id="panel-kind"
            required
            value={panel.Kind}
            options={kinds.map((id) => ({ id, label: say(`building.kind.${id}`) }))}
            onChange={(Kind) => change({ Kind: (Kind ?? 'number') as PanelKind })}
          />
        </FieldShell>
        <SourceFields panel={panel} change={change} />
        <FieldShell id="panel-title" label={say('building.title')} help={say('building.title.help')}>
          <TextInput
            id="panel-title"
            value={panel.Title ?? ''}
            placeholder={panel.Title ? undefined : data?.Title}
            onChange={(Title) => change({ Title })}
            maxLength={256}
          />
        </FieldShell>
        {panel.Entity && <EntityFields panel={panel} change={change} />}
        {!isEmpty && data && (
          <section className={styles.preview} aria-label={say('building.preview')}>
            <PanelContent kind={panel.Kind} data={data} title={data.Title} />
          </section>
        )}
      </div>
    </Dialog>
  );
}

const hasSource = ({ Entity, Query, ReportConfigurationId }: Panel) =>
  Boolean(Entity || Query || ReportConfigurationId);

type ChangeProps = { readonly panel: Panel; readonly change: (more: Partial<Panel>) => void };

const none = { Entity: null, Query: null, ReportConfigurationId: null };

/** Data source: records of an entity, a declared query, or a report. */
function SourceFields({ panel, change }: ChangeProps) {
  const say = useMessage();
  const model = useModel();
  const { entities, queries, reports } = useSources();
  const isReport = Boolean(panel.ReportConfigurationId);
  const [from, setFrom] = useState(panel.Query ? 'query' : isReport ? 'report' : 'entity');
  const sources = { entity: entities, query: queries, report: reports };
  const value = { entity: panel.Entity, query: panel.Query, report: panel.ReportConfigurationId }[from];
  const pick = (id: string | undefined) => {
    const named = from === 'query' ? 'Query' : from === 'report' ? 'ReportConfigurationId' : 'Entity';
    const label = from === 'entity' ? model.entities.get(id ?? '')?.labelField : undefined;
    change({
      ...none,
      ...{ [named]: id ?? null, Column: null, Per: null, SplitBy: null, Value: null, Narrowing: [] },
      ...{ Aggregate: 'count', Columns: label ? [label] : [] },
    });
  };
  return (
    <>
      <FieldShell id="panel-from" label={say('building.from')}>
        <Select
          id="panel-from"
          required
          value={from}
          options={Object.keys(sources).map((id) => ({ id, label: say(`building.from.${id}`) }))}
          onChange={(next) => {
            setFrom(next ?? 'entity');
            change(none);
          }}
        />
      </FieldShell>
      <FieldShell id="panel-source" label={say(`building.from.${from}`)} required>
        <ComboBox
          id="panel-source"
          required
          value={value ?? undefined}
          options={sources[from as keyof typeof sources]}
          onChange={pick}
        />
      </FieldShell>
    </>
  );
}
