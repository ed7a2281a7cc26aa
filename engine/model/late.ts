/** Lazy evaluation: a browser opens one screen and compiles only that. */

/**
 * Adds members that are computed together when one of them is first read. A proxy, because most of hundreds
 * are never read, and defining their members one by one took longer than computing the ones used.
 */
export function withLate<Now extends object, Late extends object>(now: Now, work: () => Late): Now & Late {
  const target = { ...now };
  works.set(target, work);
  return new Proxy(target, handler) as Now & Late;
}

const works = new WeakMap<object, () => object>();

function whole(target: object): object {
  const work = works.get(target);
  works.delete(target);
  return work ? Object.assign(target, work()) : target;
}

const handler: ProxyHandler<object> = {
  get: (target, name) => Reflect.get(name in target ? target : whole(target), name),
  has: (target, name) => name in whole(target),
  ownKeys: (target) => Reflect.ownKeys(whole(target)),
  getOwnPropertyDescriptor: (target, name) => Reflect.getOwnPropertyDescriptor(whole(target), name),
};
