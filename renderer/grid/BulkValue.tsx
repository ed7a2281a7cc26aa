import { useEffect, useMemo, useState } from 'react';
import {
  createForm,
  type DataRecord,
  type EntityModel,
  type FormState,
  type ItemModel,
  newRecord,
  sameValue,
} from '#engine';
import { useModel } from '../data/App.tsx';
import { useRuleContext } from '../data/useRuleContext.ts';
import { useValidators } from '../data/useValidators.ts';
import { FormLayoutView } from '../form/FormLayoutView.tsx';
import { FormToolsContext } from '../form/FormTools.ts';
import { useCreateFormTools } from '../form/useCreateFormTools.ts';

type Props = {
  readonly entity: EntityModel;
  readonly item: ItemModel;
  /** Receives the form that holds the value. */
  readonly start: DataRecord;
  /** Receives the form that holds the value. */
  readonly onForm: (form: FormState) => void;
  readonly onChange: () => void;
};

/**
 * Edits the value in its own widget, without a record: the rules are checked for each record in the preview.
 */
export function BulkValue({ entity, item, start, onForm, onChange }: Props) {
  const model = useModel();
  const validators = useValidators();
  const context = useRuleContext();
  const [form] = useState(() => {
    const plain = withoutRules(entity);
    const record = {
      ...newRecord(plain, { ...context, model, action: 'create' }),
      [item.field]: null,
      ...start,
    };
    return createForm({ entity: plain, record, isNew: true, context, validators, placed: [item.field] });
  });
  const block = useMemo(() => ({ id: 'bulk', readOnlyAsText: false, title: undefined }), []);
  const { tools } = useCreateFormTools(form, block);
  useEffect(() => onForm(form), [form, onForm]);
  useEffect(() => {
    const value = () => form.record()[item.field];
    let last = value();
    // Blur notifies too, without a change.
    return form.subscribe(`/${item.field}`, () => {
      if (sameValue(last, value())) return;
      last = value();
      onChange();
    });
  }, [form, item, onChange]);
  const sections = useMemo(
    () => [{ id: 'value', columns: 1 as const, items: [{ ...item, span: 1 as const }] }],
    [item],
  );
  return (
    <FormToolsContext value={tools}>
      <FormLayoutView form={form} sections={sections} idPrefix={tools.idPrefix} />
    </FormToolsContext>
  );
}

/** An entity without rules, so that the field is always shown and editable. */
function withoutRules(entity: EntityModel): EntityModel {
  const rules = Object.fromEntries(
    Object.entries(entity.rules).map(([slot, list]) => [slot, Array.isArray(list) ? [] : list]),
  ) as unknown as EntityModel['rules'];
  return { ...entity, rules, workflow: undefined, defaults: [] };
}
