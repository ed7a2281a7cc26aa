/** Finds a public form by its address, and says whether it takes answers now. */
import type { Model, PublicFormModel } from '#engine';
import type { Runtime } from '../operations/OperationCall.ts';
import type { StoreSession } from '../store/types.ts';
import { dayIn } from '../work/dayIn.ts';
import { takenOf } from './formUse.ts';

/** Undefined where no form has this address. */
export function formNamed({ entities }: Model, address: string): PublicFormModel | undefined {
  const wanted = address.toLowerCase();
  for (const { publicForms } of entities.values())
    for (const form of publicForms) if (form.address === wanted) return form;
  return undefined;
}

export const formsOf = ({ entities }: Model): readonly PublicFormModel[] =>
  [...entities.values()].flatMap(({ publicForms }) => publicForms);

/** Why it takes no answers; undefined: it does. */
export type Closed = 'closed' | 'early' | 'over' | 'full';

type Asking = {
  readonly runtime: Runtime;
  readonly session: Pick<StoreSession, 'get'>;
  readonly zone: string;
};

export async function closedBy(
  form: PublicFormModel,
  { runtime, session, zone }: Asking,
): Promise<Closed | undefined> {
  const today = dayIn(runtime.ports.now(), null, zone);
  if (form.off) return 'closed';
  if (form.from !== undefined && today < form.from) return 'early';
  if (form.until !== undefined && today > form.until) return 'over';
  const taken = await takenOf(runtime.ports, session, dayKey(form, today));
  return taken >= form.mostPerDay ? 'full' : undefined;
}

/** The day of the organization, which its limit counts. */
export const dayKey = ({ id }: PublicFormModel, today: string): readonly string[] => ['day', id, today];

/** The author of what comes through the form, in records and history. */
export const authorOf = ({ address }: PublicFormModel): string => `public form ${address}`;

/** The names that an answer may send. */
export const namesOf = ({ fields }: PublicFormModel): readonly string[] => fields.map(({ field }) => field);

/** A version of the text that a sender agrees to: it changes with every word of it. */
export const consentVersion = async (
  { ports }: Runtime,
  { consent }: PublicFormModel,
): Promise<string | undefined> =>
  consent && (await ports.digest(JSON.stringify([consent['en-CA'], consent['fr-CA']]))).slice(0, 16);
