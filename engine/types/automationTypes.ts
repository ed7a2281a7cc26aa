/** Automations of an entity, compiled. */
import type { AutomationStep, Recipient, Trigger } from '../declaration/types.generated.ts';
import type { Compiled } from '../expression/types.ts';

export type AutomationTexts = Readonly<Record<'en-CA' | 'fr-CA', string>>;

export type AutomationModel = {
  readonly id: string;
  readonly entity: string;
  readonly title: AutomationTexts;
  readonly open: boolean;
  readonly off: boolean;
  /** The user name of the person with whose rights it runs; absent: the rights of the system. */
  readonly owner?: string;
  readonly when: TriggerModel;
  readonly if?: Compiled;
  readonly then: readonly StepModel[];
  /** `<kind>/<name>` of the overlay change behind it. */
  readonly overlay?: string;
  readonly file: string;
  /** JSON pointer in the file. */
  readonly pointer: string;
  /** Its declaration, to tell whether another release changed what it does. */
  readonly said: string;
};

export type TriggerModel = Omit<Trigger, 'fields' | 'asks' | 'values'> & {
  readonly fields: readonly string[];
  /** Of a webhook: what it writes to the record. */
  readonly values: Readonly<Record<string, Compiled>>;
  /** Of a button: what the person fills in first. */
  readonly asks: readonly { readonly field: string; readonly required: boolean }[];
};

export type CallModel = {
  readonly url: string;
  readonly method: NonNullable<AutomationStep['method']>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Compiled;
};

export type StepModel = {
  readonly do: AutomationStep['do'];
  readonly if?: Compiled;
  readonly fields: Readonly<Record<string, Compiled>>;
  readonly entity?: string;
  readonly through?: string;
  /** The entity whose fields it writes. */
  readonly target?: string;
  readonly transition?: string;
  readonly to: readonly Recipient[];
  /** Of mail: the code of the template that its texts come from. */
  readonly template?: string | undefined;
  readonly subject?: AutomationTexts;
  readonly text?: AutomationTexts;
  readonly html?: AutomationTexts;
  /** Of mail. */
  readonly attach?: AutomationStep['attach'] | undefined;
  /** Of call. */
  readonly call?: CallModel | undefined;
  /** Of wait. */
  readonly minutes: number;
  /** Of each. */
  readonly then: readonly StepModel[];
  /** JSON pointer in the file. */
  readonly pointer: string;
};
