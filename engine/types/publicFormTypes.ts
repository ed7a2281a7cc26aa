/** Public forms of an entity, compiled. */
import type { PublicForm } from '../declaration/types.generated.ts';
import type { Compiled, FilterTree } from '../expression/types.ts';
import type { AutomationTexts } from './automationTypes.ts';

export type PublicFormModel = Pick<PublicForm, 'theme' | 'accent' | 'from' | 'until'> & {
  readonly id: string;
  readonly entity: string;
  /** The page is `/f/<address>`. */
  readonly address: string;
  readonly title: AutomationTexts;
  readonly intro?: AutomationTexts;
  readonly consent?: AutomationTexts;
  readonly thanks: AutomationTexts;
  readonly fields: readonly PublicFieldModel[];
  readonly set: Readonly<Record<string, Compiled>>;
  readonly languages: readonly ('en-CA' | 'fr-CA')[];
  readonly mostPerDay: number;
  readonly confirm?: {
    readonly to: string;
    readonly subject: AutomationTexts;
    readonly text: AutomationTexts;
  };
  readonly notify: { readonly roles: readonly string[]; readonly people: readonly string[] };
  readonly link?: { readonly fields: readonly string[]; readonly days: number; readonly once: boolean };
  readonly open: boolean;
  readonly off: boolean;
  /** `<kind>/<name>` of the overlay change behind it. */
  readonly overlay?: string;
  readonly file: string;
  /** JSON pointer in the file. */
  readonly pointer: string;
  /** Its declaration, to tell whether another release changed it. */
  readonly said: string;
};

export type PublicFieldModel = {
  readonly field: string;
  readonly required: boolean;
  /** The title of the section that begins with it. */
  readonly section?: AutomationTexts;
  /** Of a reference: the records that are offered; absent: none. */
  readonly where?: { readonly bind: (scope: { root: unknown; vars: Record<string, unknown> }) => FilterTree };
};
