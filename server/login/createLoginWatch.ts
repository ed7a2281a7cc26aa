/**
 * Watches the logins behind open streams and sockets: rechecks each as a call would, and closes its streams
 * when it ends.
 */
import type { Ports } from '../ports/ports.ts';
import type { Sessions } from './createSessions.ts';
import type { Session } from './Session.ts';

/**
 * `over`: signed out, expired or deactivated. `changed`: still signed in, with fewer rights or another role.
 */
type LoginEnd = 'over' | 'changed';

export type WatchedLogin = {
  /** The current login; undefined when it has ended, after which its streams are closed. */
  readonly current: () => Promise<Session | undefined>;
  readonly stop: () => void;
};

export type LoginWatch = {
  /** `onEnd` is called once, as soon as the login ends. */
  readonly watch: (session: Session, onEnd: (how: LoginEnd) => void) => WatchedLogin;
};

type Login = {
  session: Session;
  readonly streams: Set<(how: LoginEnd) => void>;
  timer?: ReturnType<typeof setTimeout>;
};

type Options = {
  readonly sessions: Sessions;
  readonly ports: Pick<Ports, 'now' | 'log'>;
  /** Milliseconds between checks of a login without a known change. */
  readonly everyMs: number;
};

/** Milliseconds between rounds over all logins: a bulk change of users causes one round, not thousands. */
const betweenRounds = 250;

export function createLoginWatch({ sessions, ports, everyMs }: Options): LoginWatch {
  const logins = new Map<string, Login>();

  const end = (login: Login, how: LoginEnd): void => {
    logins.delete(login.session.id);
    clearTimeout(login.timer);
    for (const onEnd of [...login.streams]) onEnd(how);
    login.streams.clear();
  };
  const look = async (login: Login): Promise<{ session: Session; expires: number } | undefined> => {
    const now = await sessions.current(login.session);
    if (!logins.has(login.session.id)) return undefined;
    if (!now || now.session.mustChangePassword) end(login, 'over');
    else if (isLess(now.session, login.session)) end(login, 'changed');
    else {
      login.session = now.session;
      return now;
    }
    return undefined;
  };
  const lookAgain = async (login: Login): Promise<void> => {
    // If the store does not answer, nothing is sent: the login is checked again first.
    const now = await look(login).catch(() => undefined);
    if (!logins.has(login.session.id)) return;
    const left = now ? now.expires - ports.now().getTime() : everyMs;
    clearTimeout(login.timer);
    login.timer = setTimeout(() => void lookAgain(login), Math.min(Math.max(left, 1), everyMs));
    unref(login.timer);
  };

  const round = inRounds(async () => {
    for (const login of [...logins.values()]) await lookAgain(login);
  });
  sessions.onChange(round);

  return {
    watch: (session, onEnd) => {
      const known = logins.get(session.id);
      const login: Login = known ?? { session, streams: new Set() };
      logins.set(session.id, login);
      login.streams.add(onEnd);
      if (!known) void lookAgain(login);
      return {
        current: async () => (login.streams.has(onEnd) ? (await look(login))?.session : undefined),
        stop: () => {
          login.streams.delete(onEnd);
          if (login.streams.size > 0 || logins.get(session.id) !== login) return;
          logins.delete(session.id);
          clearTimeout(login.timer);
        },
      };
    },
  };
}

/** One round at a time; requests during a round start the next. */
function inRounds(work: () => Promise<void>): () => void {
  let [isRunning, isDue] = [false, false];
  const run = async (): Promise<void> => {
    while (isDue) {
      isDue = false;
      await work();
      if (isDue) await new Promise((resolve) => unref(setTimeout(resolve, betweenRounds)));
    }
    isRunning = false;
  };
  return () => {
    isDue = true;
    if (isRunning) return;
    isRunning = true;
    void run();
  };
}

/** Another role, or a feature less. */
function isLess(now: Session, before: Session): boolean {
  const [roles, earlier] = [now.user.Roles, before.user.Roles].map((all) => [...all].sort().join());
  return roles !== earlier || [...before.features].some((feature) => !now.features.has(feature));
}

function unref(timer: ReturnType<typeof setTimeout>): void {
  if (typeof timer === 'object') timer.unref?.();
}
