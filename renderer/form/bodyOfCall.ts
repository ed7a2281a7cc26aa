import type { DataRecord, FormBlock, Model } from '#engine';

/** What of a payload the declared call of a form takes: where it names its fields, those, and which record it is. */
export function bodyOfCall(model: Model, { save }: Pick<FormBlock, 'save'>, payload: DataRecord): DataRecord {
  const route = model.routes.find(
    ({ method, path }) => method === save.method && withoutNames(path) === withoutNames(save.route),
  );
  if (!route?.fields) return payload;
  const taken = new Set(['Id', 'Revision', '$stash', '$overrides', ...route.fields]);
  return Object.fromEntries(Object.entries(payload).filter(([name]) => taken.has(name)));
}

/** A parameter has another name in the call than in the screen. */
function withoutNames(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}
