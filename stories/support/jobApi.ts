import { ApiError, type App, type JobEnd } from '#renderer';

/** Answers to successive polls; the last one repeats. */
export type Looks = readonly (JobEnd | 'lost')[];

const apps = new WeakMap<Looks, App>();

/** An application whose server knows one job. Cached per story, so that a remount continues it. */
export function jobApp(looks: Looks, onCancel: () => void): App {
  const known = apps.get(looks) ?? ({ api: createApi(looks, onCancel) } as unknown as App);
  apps.set(looks, known);
  return known;
}

function createApi(looks: Looks, onCancel: () => void) {
  let at = 0;
  let end: JobEnd | undefined;
  const look = (): JobEnd => {
    const next = looks[Math.min(at, looks.length - 1)] ?? 'lost';
    at += 1;
    if (next === 'lost') throw new ApiError(0, {}, 'network');
    if (next.Status !== 'running' && next.Status !== 'cancelling') end = next;
    return next;
  };
  return {
    get: async (path: string) => {
      if (path.startsWith('/job?')) return { Items: end ? [] : [{ Id: '1' }], TotalItems: end ? 0 : 1 };
      return end ?? look();
    },
    send: async () => {
      onCancel();
      end = { Status: 'cancelled' };
    },
  };
}

export const working = (Done: number, Share: number | null = null): JobEnd => ({
  Status: 'running',
  Done,
  Share,
});
