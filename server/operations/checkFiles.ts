/** Checks files that a write newly refers to: their type and size, and that the caller may share them. */
import {
  type DataRecord,
  type FieldModel,
  fileTypeMessage,
  formatBytes,
  holdsFiles,
  type Issue,
  refersToMany,
} from '#engine';
import type { EntityPlan } from './EntityPlan.ts';
import { mayViewFile } from './mayViewFile.ts';
import type { WriteScope } from './OperationCall.ts';
import { pictureProblem } from './pictureProblem.ts';
import { idOf } from './storedFields.ts';

type Place = { readonly field: FieldModel; readonly id: string; readonly path: string };

/** Findings at the fields; files that the same field referenced before are not checked again. */
export async function checkFiles(
  scope: WriteScope,
  { entity }: EntityPlan,
  { record, previous }: { readonly record: DataRecord; readonly previous?: DataRecord },
): Promise<readonly Issue[]> {
  // Another field may take other files, and other people may see it.
  const keyOf = ({ field, id }: Place) => `${field.path} ${id}`;
  const before = new Set(placesIn(entity.fields, previous ?? {}, '').map(keyOf));
  const places = placesIn(entity.fields, record, '').filter((place) => !before.has(keyOf(place)));
  const files = await scope.session.getMany('file', [...new Set(places.map(({ id }) => id))]);
  const byId = new Map(files.map((file) => [file.Id, file]));
  const issues: Issue[] = [];
  for (const place of places) {
    const file = byId.get(place.id);
    // A missing file is reported like any other missing reference.
    if (file) issues.push(...(await issuesOf(scope, place, file)));
  }
  return issues;
}

async function issuesOf(scope: WriteScope, place: Place, file: DataRecord): Promise<readonly Issue[]> {
  const { call, session } = scope;
  const { accept = [], maxBytes = 0 } = place.field.file ?? {};
  const said = (message: string, params: Issue['params']): readonly Issue[] => [
    { rule: message, path: place.path, level: 'error', message, params },
  ];
  const viewer = { userName: call.user.UserName, features: call.features };
  if (!(await mayViewFile({ runtime: call.runtime, session }, file, viewer)))
    return said('file.not-yours', {});
  if (!accept.includes(String(file.ContentType)))
    return said('file.wrong-type', { types: accept.map(fileTypeMessage) });
  if (Number(file.Size) > maxBytes)
    return said('file.too-large', { limit: formatBytes(maxBytes, call.locale) });
  const problem = place.field.file?.pixels && pictureProblem(file, place.field.file);
  return problem ? said(problem.message, problem.params) : [];
}

/** The places of the files in a field: of one, or of each in a list. */
function filesOf(field: FieldModel, value: unknown, path: string): readonly Place[] {
  const at = refersToMany(field) ? (index: number) => `${path}/${index}` : () => path;
  return [value ?? []].flat().flatMap((entry, index) => {
    const id = idOf(entry);
    return typeof id === 'string' ? [{ field, id, path: at(index) }] : [];
  });
}

function placesIn(fields: readonly FieldModel[], holder: DataRecord, pointer: string): readonly Place[] {
  return fields.flatMap((field) => {
    const value = holder[field.name];
    const path = `${pointer}/${field.name}`;
    if (holdsFiles(field)) return filesOf(field, value, path);
    const inner = field.fields;
    if (!inner || typeof value !== 'object' || value === null) return [];
    if (!Array.isArray(value)) return placesIn(inner, value as DataRecord, path);
    return value.flatMap((row, index) => placesIn(inner, row as DataRecord, `${path}/${index}`));
  });
}
