import { type BlockSettingsProps, ComboBox, FieldShell, Select, useMessage, useModel } from '#renderer';
import { useEntities, useFields } from '../building/useFields.ts';
import { Grouping, Measuring } from './builder/EntityFields.tsx';
import type { Panel, PanelKind } from './types.ts';

const kinds: readonly PanelKind[] = ['bar', 'line', 'share', 'number', 'table'];

/** What a chart on a screen shows: the same choices as a panel of a dashboard over records. */
export function ChartSettings({ settings, onChange }: BlockSettingsProps) {
  const say = useMessage();
  const { entities } = useModel();
  // Records of the system are closed to configurators.
  const offered = useEntities().filter(({ id }) => entities.get(id)?.area !== 'system');
  const panel = panelOf(settings);
  const fields = useFields(panel.Entity);
  const change = (more: Partial<Panel>) => onChange({ ...settings, ...settingsOf({ ...panel, ...more }) });
  return (
    <>
      <FieldShell id="chart-show" label={say('building.kind')}>
        <Select
          id="chart-show"
          required
          value={panel.Kind}
          options={kinds.map((id) => ({ id, label: say(`building.kind.${id}`) }))}
          onChange={(Kind) => change({ Kind: (Kind ?? 'bar') as PanelKind })}
        />
      </FieldShell>
      <FieldShell id="chart-entity" label={say('building.from.entity')} required>
        <ComboBox
          id="chart-entity"
          required
          value={panel.Entity ?? undefined}
          options={offered}
          onChange={(Entity) => change({ ...nothing, Entity: Entity ?? null })}
        />
      </FieldShell>
      {panel.Entity && panel.Kind !== 'number' && <Grouping {...{ panel, change, fields }} />}
      {panel.Entity && <Measuring {...{ panel, change, fields }} />}
    </>
  );
}

/** Fields of one entity mean nothing in another. */
const nothing = { Column: null, Per: null, SplitBy: null, Aggregate: null, Value: null };

const words: Readonly<Record<string, keyof Panel>> = {
  ...{ show: 'Kind', entity: 'Entity', column: 'Column', per: 'Per', splitBy: 'SplitBy' },
  ...{ aggregate: 'Aggregate', value: 'Value' },
};

function panelOf(settings: BlockSettingsProps['settings']): Panel {
  const said = Object.entries(words).map(([word, name]) => [name, settings[word] ?? null]);
  return Object.fromEntries(said) as Panel;
}

/** Only what the chart of this kind reads; a word without a value is left out. */
function settingsOf(panel: Panel): BlockSettingsProps['settings'] {
  const { Kind } = panel;
  const unread: readonly string[] =
    Kind === 'number' ? ['column', 'per', 'splitBy'] : Kind === 'bar' || Kind === 'line' ? [] : ['splitBy'];
  const said = Object.entries(words).map(([word, name]) => [
    word,
    unread.includes(word) ? undefined : (panel[name] ?? undefined),
  ]);
  return Object.fromEntries(said);
}
