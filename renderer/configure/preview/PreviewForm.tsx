import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  createForm,
  type DataRecord,
  type FormBlock,
  type FormState,
  type Model,
  newRecord,
  type Reason,
  sameValue,
} from '#engine';
import { useApi, useModel, useUser } from '../../data/App.tsx';
import { allows } from '../../data/allows.ts';
import { useRuleContext } from '../../data/useRuleContext.ts';
import { useValidators } from '../../data/useValidators.ts';
import { FormLayoutView } from '../../form/FormLayoutView.tsx';
import { type FormTools, FormToolsContext } from '../../form/FormTools.ts';
import { createFindOptions } from '../../form/findOptions.ts';
import { useCreateFormTools } from '../../form/useCreateFormTools.ts';
import { fieldsOn } from '../places.ts';
import styles from './preview.module.css';

/** The last form per place, so that a new one can take over its input. */
export type TypedForms = Map<string, FormState>;

type Props = {
  readonly block: FormBlock;
  readonly fields: readonly string[];
  readonly record: DataRecord | undefined;
  readonly owner: DataRecord | undefined;
  readonly role: string;
  readonly typed: TypedForms;
  /** Key in `typed`. */
  readonly place: string;
  readonly draw?: DrawForm | undefined;
};

/** Draws a form with tools of its own. */
export type DrawForm = (form: FormState, tools: FormTools) => ReactNode;

/** The previewed form. It can be filled in to try rules; nothing is saved. */
export function PreviewForm(props: Props) {
  // Remount for another model or role; the new form takes over the input.
  return <Filled key={`${numberOf(useModel())} ${props.role}`} {...props} />;
}

const numbers = new WeakMap<Model, number>();
let lastNumber = 0;

/** A stable number per model, also across abandoned renders. */
function numberOf(model: Model): number {
  const number = numbers.get(model) ?? ++lastNumber;
  numbers.set(model, number);
  return number;
}

function Filled({ block, fields, record, owner, typed, place, draw }: Props) {
  const model = useModel();
  const { Features } = useUser();
  const validators = useValidators();
  const context = useRuleContext(owner);
  const [api, client] = [useApi(), useQueryClient()];
  const [{ form, before, taken }] = useState(() => {
    const entity = model.entities.get(block.entity);
    if (!entity) throw new Error(`The preview shows ${block.entity}, which is no entity`);
    const before = typed.get(place);
    const taken = before?.record() ?? record ?? newRecord(entity, { ...context, action: 'create' });
    const form = createForm({
      entity,
      record: taken,
      isNew: record === undefined,
      context,
      validators,
      placed: fieldsOn(block),
      loadOptions: createFindOptions({ api, model, client }),
      locked: allows(block.save.access, Features) ? undefined : notAllowed,
    });
    return { form, before, taken };
  });
  // Rendered in the background while the old form stays in use: take over its input on commit.
  useLayoutEffect(() => {
    // Only once: after a remount the form has its own input.
    if (typed.get(place) === form) return;
    typed.set(place, form);
    if (before) carryOver(before.record(), taken, form);
  }, [form, before, taken, typed, place]);
  const own = useMemo(() => ({ ...block, id: `preview-${block.id}`, title: undefined }), [block]);
  const { tools } = useCreateFormTools(form, own);
  const box = useInSight(fields);
  if (draw) return draw(form, tools);
  return (
    <FormToolsContext value={tools}>
      <div ref={box} className={styles.form} data-preview={block.id}>
        <FormLayoutView form={form} sections={block.sections} idPrefix={tools.idPrefix} />
      </div>
    </FormToolsContext>
  );
}

function carryOver(now: DataRecord, taken: DataRecord, form: FormState): void {
  for (const [name, value] of Object.entries(now))
    if (!sameValue(value, taken[name])) form.change(`/${name}`, value);
}

/** Scrolls to the previewed field at the start. */
function useInSight(fields: readonly string[]) {
  const box = useRef<HTMLDivElement>(null);
  const names = fields.join(' ');
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const places = names.split(' ').map((name) => box.current?.querySelector(`[data-path="/${name}"]`));
      const place = places.find((one) => one instanceof HTMLElement);
      if (!place || !box.current) return;
      // Scroll only its box, not the page.
      const top = place.getBoundingClientRect().top - box.current.getBoundingClientRect().top;
      box.current.scrollTop += top - box.current.clientHeight / 3;
    });
    return () => cancelAnimationFrame(frame);
  }, [names]);
  return box;
}

const notAllowed: Reason = { slot: 'editable', source: 'policy', id: '' };
