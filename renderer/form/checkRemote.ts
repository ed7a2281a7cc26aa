import { type DataRecord, type EntityModel, type Issue, type ServerError, savePayload } from '#engine';
import type { Api } from '../data/createApi.ts';

/** Validates on the server, for checks such as uniqueness, without writing anything. */
export function createCheckRemote(api: Api, entity: EntityModel) {
  return async (record: DataRecord): Promise<readonly Issue[]> => {
    const body = savePayload(entity, record);
    const { Errors } = await api.send<{ Errors: readonly ServerError[] }>(
      'POST',
      `/validate/${entity.id}`,
      body,
      {
        askConfirm: false,
        intent: 'reads',
      },
    );
    return Errors.map(({ Key, Value, Rule, Path }) => ({
      rule: Rule ?? 'server',
      path: Path ?? `/${Key}`,
      level: 'error',
      // A complete sentence, not a message key.
      message: Value,
      params: {},
    }));
  };
}
