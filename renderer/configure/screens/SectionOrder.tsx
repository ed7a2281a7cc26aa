import type { FormBlock, ScreenModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Card } from '../../parts/Card.tsx';
import { findChange } from '../changes.ts';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';
import { ReorderList } from './ReorderList.tsx';

type Props = { readonly screen: ScreenModel; readonly block: FormBlock; readonly title: string };

/** Reorders the sections of a form. */
export function SectionOrder({ screen, block, title }: Props) {
  const say = useMessage();
  const { draft, say: label } = useWork();
  const { put } = useSaveDraft();
  if (block.sections.length < 2) return null;
  const heading = say('configure.sections.order');
  const move = (id: string, after: string) => {
    const name = `section.${screen.id}.${block.id}.${id}`;
    return put([{ ...findChange(draft.Changes, 'adjust', name), kind: 'adjust', name, after }]);
  };
  return (
    <Card title={`${title} – ${heading}`} id={`block-${block.id}-sections`}>
      <ReorderList
        label={heading}
        items={block.sections.map((section) => ({
          id: section.id,
          label: section.title ? label(section.title) : say('configure.section.untitled'),
        }))}
        onMove={move}
      />
    </Card>
  );
}
