/** Whether a person may read records of an entity at all: by its policy, and by one of the routes that read it. */
import { type Access, accessOfRoute, type EntityModel, type Model } from '#engine';
import { authorize, isAllowed } from './authorize.ts';

type Asking = {
  readonly runtime: { readonly model: Model };
  readonly features: ReadonlySet<string>;
};

export function mayReadAny(call: Asking, entity: EntityModel): boolean {
  if (!isAllowed(entity.policy.view, call.features)) return false;
  const accesses = accessesOf(call, entity);
  return accesses.length === 0 || accesses.some((access) => isAllowed(access, call.features));
}

/** Refuses as a read would, naming the right that is missing. */
export function authorizeReading(call: Asking, entity: EntityModel): void {
  authorize(entity.policy.view, call.features);
  const [first] = accessesOf(call, entity);
  if (first && !mayReadAny(call, entity)) authorize(first, call.features);
}

function accessesOf({ runtime: { model } }: Asking, { id }: EntityModel): readonly Access[] {
  const routes = model.routes.filter(({ entity, operation }) => entity === id && operation === 'get');
  return routes.map((route) => accessOfRoute(model, route));
}
