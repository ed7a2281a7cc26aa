import { type DataRecord, formatMessage } from '#engine';
import type { SeedOptions } from './seedOptions.ts';

const administrator = 'admin';

/** One user for each role, named like it; without sample data only the administrator. */
export async function draftUsers({
  model,
  ports,
  seed,
  password,
  isGenerated,
}: SeedOptions & { readonly isGenerated: boolean }): Promise<readonly DataRecord[]> {
  const roles = seed === 'demo' ? [...model.roles.keys()] : [administrator];
  // Everyone here has the same password and everybody may know that: hashing it once halves the first start.
  const PasswordHash = await ports.hash.hash(password ?? 'demo');
  return roles.map((role) => ({
    Id: ports.newId(),
    UserName: role,
    DisplayName: formatMessage(model, 'en-CA', `role.${role}`),
    PasswordHash,
    // It stands in a log: good for choosing an own one.
    MustChangePassword: isGenerated,
    Roles: [role],
    IsActive: true,
    Language: 'en-CA',
  }));
}
