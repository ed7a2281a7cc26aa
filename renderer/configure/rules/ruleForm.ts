/** What a person fills in about a validation rule, and the change made of it. */
import {
  type DataRecord,
  type EntityModel,
  type FieldModel,
  type RuleChange,
  type RuleExample,
  verdictReads,
} from '#engine';
import { usedIn } from '../conditions/usedIn.ts';
import { kebabName } from '../storedName.ts';
import { type PartialTexts, wholeTexts } from '../TextsField.tsx';

export type RulePartProps = { readonly form: RuleForm; readonly onChange: (form: RuleForm) => void };

export type RuleForm = {
  readonly entity: string;
  /** Short name of the rule; empty: made of the English message. */
  readonly shortName: string;
  readonly check: string;
  /** Always, once everything it compares is filled in, or under a condition of its own. */
  readonly looked: 'always' | 'filled' | 'own';
  /** The condition of its own. */
  readonly when: string;
  readonly level: 'error' | 'warning' | 'confirm';
  readonly message: PartialTexts;
  /** Fields the message is shown at. */
  readonly at: readonly string[];
  readonly examples: readonly RuleExample[];
};

export function emptyRule(entity: string): RuleForm {
  return {
    entity,
    shortName: '',
    check: '',
    looked: 'filled',
    when: '',
    level: 'error',
    message: {},
    at: [],
    examples: [],
  };
}

export function formOfRule(change: RuleChange): RuleForm {
  const dot = change.name.indexOf('.');
  return {
    entity: change.name.slice(0, dot),
    shortName: change.name.slice(dot + 1),
    check: change.check ?? '',
    looked: lookedOf(change),
    when: change.when ?? '',
    level: change.level ?? 'error',
    message: change.message ?? {},
    at: change.at ?? [],
    examples: change.examples ?? [],
  };
}

function lookedOf({ when, check = '' }: RuleChange): RuleForm['looked'] {
  if (when === undefined) return 'always';
  return when === filledIn(check) ? 'filled' : 'own';
}

/** Another condition; the message follows to the field it looks at first, until somebody says otherwise. */
export function withCheck(form: RuleForm, check: string, fields: readonly FieldModel[]): RuleForm {
  const isOwn = JSON.stringify(form.at) !== JSON.stringify(firstField(form.check, fields));
  return { ...form, check, at: isOwn ? form.at : firstField(check, fields) };
}

function firstField(check: string, fields: readonly FieldModel[]): readonly string[] {
  const [name = ''] = usedIn(check);
  const [head] = name.split('.');
  const found = fields.find(({ path, expand }) => path === name || expand?.as === head);
  return found ? [found.path] : [];
}

function filledIn(check: string): string {
  return usedIn(check)
    .map((name) => `$has(${name})`)
    .join(' and ');
}

/** When it is looked at, as a condition; empty: always. */
export function whenOf({ looked, when, check }: Pick<RuleForm, 'looked' | 'when' | 'check'>): string {
  if (looked === 'always') return '';
  return looked === 'filled' ? filledIn(check) : when;
}

const longest = 60;

export function shortNameOf({ shortName, message }: RuleForm): string {
  if (shortName !== '') return shortName;
  return kebabName(message['en-CA'] ?? '')
    .slice(0, longest)
    .replace(/-+$/, '');
}

/** The rule as a change, once it says what must hold and what is said if it does not. */
export function ruleChangeOf(form: RuleForm): RuleChange | undefined {
  const name = shortNameOf(form);
  const message = wholeTexts(form.message);
  if (name === '' || !message || form.check === '') return undefined;
  const when = whenOf(form);
  return {
    kind: 'rule',
    name: `${form.entity}.${name}`,
    check: form.check,
    ...(when ? { when } : {}),
    at: [...form.at],
    level: form.level,
    message,
    ...(form.examples.length > 0 ? { examples: [...form.examples] } : {}),
  };
}

/** An example with a value put in at a dotted name, or taken out; `Brand.Name` is the name of the brand. */
export function withValue(record: DataRecord, name: string, value: unknown): DataRecord {
  const [head = '', ...rest] = name.split('.');
  const { [head]: before, ...others } = record;
  const inner = typeof before === 'object' && before !== null ? (before as DataRecord) : {};
  const next = rest.length > 0 ? withValue(inner, rest.join('.'), value) : value;
  const isGone = next === undefined || next === null || next === '';
  const isBare = rest.length > 0 && Object.keys(next as DataRecord).length === 0;
  return isGone || isBare ? others : { ...others, [head]: next };
}

/** What stands at a dotted name. */
export function valueAtName(record: DataRecord, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>(
      (value, part) => (value as Readonly<Record<string, unknown>> | undefined)?.[part],
      record,
    );
}

/** What decides the verdict of a rule, as the input of an example names it. */
export function exampleReads(form: RuleForm, entity: EntityModel): readonly string[] {
  return verdictReads(entity, [...usedIn(form.check), ...usedIn(whenOf(form)), ...form.at]);
}
