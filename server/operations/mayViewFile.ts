import type { EntityModel } from '#engine';
import type { StoreSession } from '../store/types.ts';
import { isAllowed } from './authorize.ts';
import type { Inbound } from './EntityPlan.ts';
import { mayReadAny } from './mayReadAny.ts';
import type { Runtime } from './OperationCall.ts';

export type Viewer = { readonly userName: string; readonly features: ReadonlySet<string> };

/** Whether a person may see a file: they uploaded it, or may view a record that refers to it. */
export async function mayViewFile(
  { runtime, session }: { readonly runtime: Runtime; readonly session: StoreSession },
  file: { readonly Id?: unknown; readonly CreatedBy?: unknown },
  viewer: Viewer,
): Promise<boolean> {
  if (file.CreatedBy === viewer.userName) return true;
  for (const place of runtime.planOf('file').inbound) {
    const { entity } = runtime.planOf(place.entity);
    if (!mayRead(entity, place, viewer)) continue;
    if ((await session.referring(place.entity, place.path, String(file.Id))).length > 0) return true;
  }
  return isAttached({ runtime, session }, String(file.Id), viewer);
}

const attachmentEntity = 'record-file';

/** Whether it is attached to a record that the person may read. */
async function isAttached(
  { runtime, session }: { readonly runtime: Runtime; readonly session: StoreSession },
  fileId: string,
  { features }: Viewer,
): Promise<boolean> {
  if (!runtime.model.entities.has(attachmentEntity)) return false;
  for (const { Entity, RecordId } of await session.referring(attachmentEntity, 'FileId', fileId)) {
    const entity = runtime.model.entities.get(String(Entity));
    const isOpen = entity?.activity?.files && mayReadAny({ runtime, features }, entity);
    if (isOpen && (await session.get(entity.id, String(RecordId)))) return true;
  }
  return false;
}

function mayRead({ policy }: EntityModel, { path }: Inbound, { features }: Viewer): boolean {
  const field = policy.fields[path.split('.')[0] ?? '']?.view;
  return isAllowed(policy.view, features) && (!field || isAllowed(field, features));
}
