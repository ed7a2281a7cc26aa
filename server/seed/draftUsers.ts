import { type DataRecord, formatMessage } from '#engine';
import type { SeedOptions } from './seedStore.ts';

const administrator = 'admin';

/** One user for each role, named like it; without sample data only the administrator. */
export async function draftUsers({
  model,
  ports,
  seed,
  password,
}: SeedOptions): Promise<readonly DataRecord[]> {
  const roles = seed === 'demo' ? [...model.roles.keys()] : [administrator];
  return Promise.all(
    roles.map(async (role) => ({
      Id: ports.newId(),
      UserName: role,
      DisplayName: formatMessage(model, 'en-CA', `role.${role}`),
      PasswordHash: await ports.hash.hash(password ?? 'demo'),
      Roles: [role],
      IsActive: true,
      Language: 'en-CA',
    })),
  );
}
