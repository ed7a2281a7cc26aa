import { useState } from 'react';
import { createForm, type DataRecord, type Reason, type SectionModel } from '#engine';
import { useModel } from '../data/App.tsx';
import { useRuleContext } from '../data/useRuleContext.ts';
import { useValidators } from '../data/useValidators.ts';
import { FormLayoutView } from './FormLayoutView.tsx';
import { FormToolsContext } from './FormTools.ts';
import { useCreateFormTools } from './useCreateFormTools.ts';

type Props = {
  /** Distinguishes it from other forms of the page. */
  readonly id: string;
  readonly entity: string;
  readonly record: DataRecord;
  readonly owner: DataRecord | undefined;
  readonly sections: readonly SectionModel[];
};

const readOnly: Reason = { slot: 'editable', source: 'policy', id: '' };

/** Shows fields of a record read-only, laid out like a form. */
export function RecordDetail(props: Props) {
  const { version } = useModel();
  // Remount on any change: nothing typed can be lost.
  const { record, owner } = props;
  return <Detail key={`${record.Id} ${record.Revision} ${owner?.Revision} ${version}`} {...props} />;
}

function Detail({ id, entity, record, owner, sections }: Props) {
  const model = useModel();
  const validators = useValidators();
  const context = useRuleContext(owner);
  const [form] = useState(() => {
    const found = model.entities.get(entity);
    if (!found) throw new Error(`The detail ${id} shows ${entity}, which is no entity`);
    const placed = sections.flatMap(({ items }) => items.map(({ field }) => field));
    return createForm({ entity: found, record, isNew: false, context, validators, placed, locked: readOnly });
  });
  const { tools } = useCreateFormTools(form, { id, readOnlyAsText: true, title: undefined });
  return (
    <FormToolsContext value={tools}>
      <FormLayoutView form={form} sections={sections} idPrefix={tools.idPrefix} />
    </FormToolsContext>
  );
}
