/** The input of a step, and the transition it makes. */
import type { TransitionChange, WorkflowChange } from '#engine';
import { kebabName } from '../storedName.ts';
import { type PartialTexts, wholeTexts } from '../TextsField.tsx';
import { type ApprovalForm, approvalForm, approvalOfForm } from './approvalForm.ts';
import { freeId } from './workflowEdits.ts';

export type TransitionForm = {
  /** Absent until it is kept for the first time. */
  readonly id: string | undefined;
  readonly label: PartialTexts;
  readonly from: readonly string[];
  readonly to: string | undefined;
  readonly tone: 'primary' | 'neutral' | 'danger';
  /** A feature; '' for a right of its own. */
  readonly access: string;
  readonly guard: string;
  readonly refusal: PartialTexts;
  readonly confirm: PartialTexts;
  readonly asks: readonly string[];
  readonly required: readonly string[];
  readonly note: 'none' | 'optional' | 'required';
  /** Absent: the step does not wait. */
  readonly approval: ApprovalForm | undefined;
  /** Members that the form does not show. */
  readonly rest: Pick<TransitionChange, 'set'> & { readonly several?: TransitionChange['access'] };
};

export function transitionForm(one: TransitionChange | undefined): TransitionForm {
  const { access = '', asks = [], set } = one ?? {};
  return {
    id: one?.id,
    label: one?.label ?? {},
    from: one?.from ?? [],
    to: one?.to,
    tone: one?.tone ?? 'neutral',
    access: typeof access === 'string' ? access : access.join(', '),
    guard: one?.guard ?? '',
    refusal: one?.refusal ?? {},
    confirm: one?.confirm ?? {},
    asks: asks.map(({ field }) => field),
    required: asks.flatMap(({ field, required }) => (required ? [field] : [])),
    note: one?.note ?? 'none',
    approval: approvalForm(one?.approval),
    rest: { ...(set && { set }), ...(typeof access === 'string' ? {} : { several: access }) },
  };
}

/** Undefined while something that it needs is missing. */
export function transitionOfForm(
  typed: TransitionForm,
  change: WorkflowChange,
): TransitionChange | undefined {
  const label = wholeTexts(typed.label);
  const [first, ...others] = typed.from;
  if (!label || first === undefined || typed.to === undefined) return undefined;
  const [refusal, confirm] = [wholeTexts(typed.refusal), wholeTexts(typed.confirm)];
  const approval = typed.approval && approvalOfForm(typed.approval);
  if (typed.approval && !approval) return undefined;
  const guard = typed.guard.trim();
  const { several, ...rest } = typed.rest;
  const access =
    several && typed.access === several.toString().replaceAll(',', ', ') ? several : typed.access;
  return {
    ...{ id: typed.id ?? freeId(kebabName(label['en-CA']), change), label },
    ...{ from: [first, ...others], to: typed.to },
    ...(access !== '' && { access }),
    ...(guard !== '' && { guard }),
    ...(guard !== '' && refusal && { refusal }),
    ...(confirm && { confirm }),
    ...(typed.tone !== 'neutral' && { tone: typed.tone }),
    ...(typed.asks.length > 0 && {
      asks: typed.asks.map((field) => ({ field, ...(typed.required.includes(field) && { required: true }) })),
    }),
    ...(typed.note !== 'none' && { note: typed.note }),
    ...(approval && { approval }),
    ...rest,
  };
}
