/** The form of an automation, and the change made from it. */
import { type AutomationChange, type EntityModel, recipientKind } from '#engine';
import { kebabName } from '../storedName.ts';
import { type PartialTexts, wholeTexts } from '../TextsField.tsx';

export type AutomationTrigger = NonNullable<AutomationChange['when']>;
export type AutomationStepForm = NonNullable<AutomationChange['then']>[number];
export type StepKind = AutomationStepForm['do'];

export type AutomationForm = {
  readonly entity: string;
  /** If empty, derived from the English title. */
  readonly shortName: string;
  readonly title: PartialTexts;
  readonly isOff: boolean;
  /** Empty: the system. */
  readonly owner: string;
  readonly when: AutomationTrigger;
  readonly if: string;
  readonly then: readonly AutomationStepForm[];
};

export const triggers = [
  'became',
  'created',
  'changed',
  'saved',
  'deleted',
  'transition',
  'comment',
  'button',
  'date',
  'schedule',
  'webhook',
] as const satisfies readonly AutomationTrigger['on'][];

/** Icons that a button may have. */
export const buttonIcons = [
  ...(['zap', 'archive', 'badge-check', 'bell', 'calculator', 'calendar', 'check', 'clipboard'] as const),
  ...(['clock', 'copy', 'download', 'file', 'flag', 'folder', 'lock', 'mail', 'message', 'money'] as const),
  ...(['phone', 'plus', 'printer', 'refresh', 'rocket', 'search', 'send', 'shield', 'star'] as const),
  ...(['truck', 'upload', 'user'] as const),
] as const satisfies readonly NonNullable<AutomationTrigger['icon']>[];

export const stepKinds = [
  'mail',
  'notify',
  'set',
  'create',
  'change',
  'transition',
  'call',
  'each',
  'wait',
  'stop',
] as const;

export function emptyAutomation(entity: string, owner: string): AutomationForm {
  return { entity, shortName: '', title: {}, isOff: false, owner, when: { on: 'became' }, if: '', then: [] };
}

export function formOfAutomation(change: AutomationChange): AutomationForm {
  const dot = change.name.indexOf('.');
  return {
    entity: change.name.slice(0, dot),
    shortName: change.name.slice(dot + 1),
    title: change.title ?? {},
    isOff: change.off === true,
    owner: change.owner ?? '',
    when: change.when ?? { on: 'created' },
    if: change.if ?? '',
    then: change.then ?? [],
  };
}

const longest = 60;

export const shortNameOf = ({ shortName, title }: Pick<AutomationForm, 'shortName' | 'title'>): string =>
  shortName ||
  kebabName(title['en-CA'] ?? '')
    .slice(0, longest)
    .replace(/-+$/, '');

/** The change, once it has a name, a trigger and a step. */
export function automationChangeOf(form: AutomationForm): AutomationChange | undefined {
  const name = shortNameOf(form);
  const title = wholeTexts(form.title);
  const [first, ...more] = form.then;
  if (name === '' || !title || !first) return undefined;
  return {
    ...{ kind: 'automation', name: `${form.entity}.${name}`, title },
    ...(form.isOff && { off: true as const }),
    ...(form.owner !== '' && { owner: form.owner }),
    when: form.when,
    ...(form.if.trim() !== '' && { if: form.if }),
    then: [first, ...more],
  };
}

/** A new step with what most people would enter. */
export function newStep(kind: StepKind, entity: EntityModel | undefined): AutomationStepForm {
  const label = `{{ ${entity?.labelField ?? 'Name'} }}`;
  const person = recipientsIn(entity, kind)[0];
  const to = person ? [{ field: person }] : [];
  const texts = { 'en-CA': label, 'fr-CA': label };
  if (kind === 'mail') return { do: kind, to, subject: texts, text: texts } as AutomationStepForm;
  if (kind === 'notify') return { do: kind, to, text: texts } as AutomationStepForm;
  if (kind === 'wait') return { do: kind, days: 1 };
  if (kind === 'each') return { do: kind, then: [{ do: 'stop' }] } as AutomationStepForm;
  if (kind === 'set' || kind === 'create' || kind === 'change') return { do: kind, fields: {} };
  return { do: kind };
}

/** Fields whose value can be told something. */
export function recipientsIn(entity: EntityModel | undefined, kind: StepKind): readonly string[] {
  const found = (entity?.fields ?? []).filter(
    (field) => recipientKind(field) === 'person' || (kind === 'mail' && recipientKind(field) === 'address'),
  );
  return found.map(({ name }) => name);
}

const bookkeeping = new Set([
  'Id',
  'Revision',
  'Release',
  'CreatedDate',
  'CreatedBy',
  'ModifiedDate',
  'ModifiedBy',
]);

/** Fields that a step may set. */
export const settable = (entity: EntityModel | undefined) =>
  (entity?.fields ?? []).filter(
    ({ name, stored, readOnly, fields, sequence }) =>
      stored && !readOnly && !sequence && !bookkeeping.has(name) && fields === undefined,
  );
