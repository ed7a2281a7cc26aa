import type { AdjustChange, SectionChange, Texts } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { RadioGroup } from '../../parts/RadioGroup.tsx';
import { FindingList } from '../draft/FindingList.tsx';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';
import { ConditionPart } from './ConditionPart.tsx';
import { TextsPart } from './TextsPart.tsx';
import type { Canvas } from './useCanvas.ts';
import type { CanvasActions } from './useCanvasActions.ts';

type Props = { readonly canvas: Canvas; readonly actions: CanvasActions; readonly id: string };
type Words = Partial<Pick<SectionChange, 'title' | 'help' | 'tab' | 'tabVisible' | 'columns' | 'visible'>>;

/** A section: its texts, tab, columns and condition. */
export function SectionPanel({ canvas, actions, id }: Props) {
  const say = useMessage();
  const { text } = useWork();
  const { put } = useSaveDraft();
  const { layout, entity } = canvas;
  const section = layout.sections.find((one) => one.id === id);
  const change = actions.sectionChange(id);
  if (!section) return null;
  const keep = (words: Words) => {
    const all = Object.entries({ ...change, ...words }).filter(([, value]) => value !== undefined);
    void put([Object.fromEntries(all) as unknown as AdjustChange | SectionChange]);
  };
  const texts = (key: string | undefined) =>
    key === undefined ? {} : { 'en-CA': text(key, 'en-CA'), 'fr-CA': text(key, 'fr-CA') };
  const part = (word: 'title' | 'help' | 'tab', key: string | undefined, label: string) => (
    <TextsPart
      label={label}
      texts={change[word] ?? texts(key)}
      isMultiline={word === 'help'}
      // What the application declares can be reworded, not removed.
      isRequired={key !== undefined && change[word] === undefined}
      onKeep={(next: Texts | undefined) => keep({ [word]: next })}
    />
  );
  return (
    <>
      {part('title', section.title, say('configure.title-of'))}
      {part('help', section.help, say('configure.canvas.section-help'))}
      {part('tab', section.tab, say('configure.canvas.tab'))}
      {entity && section.tab && (
        <ConditionPart
          of="tab"
          entity={entity.id}
          text={change.tabVisible ?? ''}
          onKeep={(text) => keep({ tabVisible: text === '' ? undefined : text })}
        />
      )}
      <FieldShell id="section-columns" label={say('configure.section.columns')} as="group">
        <RadioGroup
          id="section-columns"
          label={say('configure.section.columns')}
          value={String(section.columns)}
          options={(['1', '2', '3'] as const).map((one) => ({ id: one, label: one }))}
          onChange={(columns) => keep({ columns: Number(columns) as 1 | 2 | 3 })}
        />
      </FieldShell>
      {entity && (
        <ConditionPart
          entity={entity.id}
          text={change.visible ?? ''}
          onKeep={(visible) => keep({ visible: visible === '' ? undefined : visible })}
        />
      )}
      <FindingList of={[change]} />
    </>
  );
}
