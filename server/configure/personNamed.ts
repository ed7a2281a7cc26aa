/** A person as they would be under a model, for trials in the configurator. */
import type { Model, UserContext } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { ownRecords } from '../login/ownRecords.ts';
import { equals } from '../operations/filters.ts';
import { grantFeatures } from '../operations/grantFeatures.ts';
import type { Person } from '../operations/rowLimits.ts';
import type { At } from './ConfigureServices.ts';

export async function personNamed({ call }: At, model: Model, name: string): Promise<Person> {
  const { runtime } = call;
  const { items } = await runtime.store.find({ entity: 'user', filter: equals('UserName', name) });
  const [account] = items;
  if (!account) throw refusals.noSuchRecord({ params: { entity: 'entity.user', id: name } });
  const Roles = Array.isArray(account.Roles) ? account.Roles.map(String) : [];
  const Features = grantFeatures(model, Roles);
  const user: UserContext = {
    Id: String(account.Id),
    UserName: String(account.UserName),
    DisplayName: String(account.DisplayName),
    Roles,
    Features,
  };
  // A person who may not sign in sees nothing at all.
  const own = account.IsActive === true ? await ownRecords(runtime, user) : undefined;
  return own ? { user: { ...own, ...user }, features: new Set(Features) } : { user, features: new Set() };
}
