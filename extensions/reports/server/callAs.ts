/** A call as another person, with the rights that they have now. */
import type { DataRecord, UserContext } from '#engine';
import {
  dayIn,
  type OperationCall,
  ownRecords,
  type Runtime,
  runtimeFor,
  WorkBudget,
} from '#server/extension';

type At = { readonly runtime: Runtime; readonly zone: string };

/** Undefined when they may not sign in. */
export async function callAs(
  { runtime, zone }: At,
  { Id, UserName, DisplayName, Roles, Language }: DataRecord,
): Promise<OperationCall | undefined> {
  const roles = Array.isArray(Roles) ? Roles.map(String) : [];
  const known = runtime.featuresOf(roles);
  const moment = runtime.ports.now();
  const person: UserContext = {
    Id: String(Id),
    UserName: String(UserName),
    DisplayName: String(DisplayName),
    Roles: roles,
    Features: known,
  };
  const own = await ownRecords(runtime, person);
  if (!own) return undefined;
  const [user, features] = [{ ...own, ...person }, new Set(known)];
  return {
    ...{ runtime: runtimeFor(runtime, { user, features }), user, features },
    locale: Language === 'fr-CA' ? 'fr-CA' : 'en-CA',
    now: moment.toISOString(),
    zone,
    today: dayIn(moment, null, zone),
    confirmed: [],
    budget: new WorkBudget(),
    asking: { person: String(Id) },
  };
}
