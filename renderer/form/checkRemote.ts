import { type DataRecord, type EntityModel, type Issue, type ServerError, savePayload } from '#engine';
import type { Api } from '../data/createApi.ts';

/** Asks the server what only it can know (is the name taken?), without writing anything. */
export function createCheckRemote(api: Api, entity: EntityModel) {
  return async (record: DataRecord): Promise<readonly Issue[]> => {
    const body = savePayload(entity, record);
    const { Errors } = await api.send<{ Errors: readonly ServerError[] }>(
      'POST',
      `/validate/${entity.id}`,
      body,
      {
        askConfirm: false,
      },
    );
    return Errors.map(({ Key, Value, Rule, Path }) => ({
      rule: Rule ?? 'server',
      path: Path ?? `/${Key}`,
      level: 'error',
      // The sentence is finished: it stands as it is.
      message: Value,
      params: {},
    }));
  };
}
