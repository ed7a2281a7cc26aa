import type { EntityModel, FieldModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Card } from '../../parts/Card.tsx';
import { ChangeEditor, useTyped } from '../ChangeEditor.tsx';
import { findChange } from '../changes.ts';
import { Uses } from '../uses/Uses.tsx';
import { useWork } from '../work.tsx';
import { AdjustFacts } from './AdjustFacts.tsx';
import { adjustChange, adjustingOf, mayHaveShape } from './adjusting.ts';

type Props = { readonly entity: EntityModel; readonly field: FieldModel };

/** Adjusts a shipped field: texts, tighter limits, hidden. Nothing can be loosened. */
export function AdjustFieldPage({ entity, field }: Props) {
  const say = useMessage();
  const { draft, say: label, text } = useWork();
  const before = findChange(draft.Changes, 'adjust', `field.${entity.id}.${field.path}`);
  const { start, form, setForm, builder } = useTyped(`adjust.${entity.id}.${field.path}`, () =>
    adjustingOf(field, text, before),
  );
  const change = adjustChange({ field, before, start, form });
  return (
    <ChangeEditor
      title={say('configure.field.title', { entity: label(entity.title), field: label(field.label) })}
      note={say('configure.adjust.note')}
      entity={entity}
      keeping={{
        changes: change ? [change] : [],
        own: before ? [before] : [],
        back: `/configure/entities/${entity.id}`,
      }}
      builder={builder}
      drop={before && say('configure.adjust.undo')}
      preview={{
        entity: entity.id,
        fields: [field.path],
        places: [],
        nowhere: say('configure.preview.no-form'),
      }}
    >
      <Card title={say('configure.adjust')} id="adjust">
        <AdjustFacts {...{ field, form }} hasShape={mayHaveShape(field, before)} onChange={setForm} />
      </Card>
      <Card title={say('configure.uses')} id="uses">
        <Uses of={`field:${entity.id}.${field.path}`} />
      </Card>
    </ChangeEditor>
  );
}
