import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useDialogs } from '../data/dialogs.tsx';
import { useGuardState } from '../data/guard.ts';
import { useMessage } from '../data/messages.tsx';

/** Asks before unsaved work is lost, on navigation or when the window closes. */
export function UnsavedGuard() {
  const guard = useGuardState();
  const dialogs = useDialogs();
  const say = useMessage();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && (guard?.isDirty() ?? false),
  );
  const { state } = blocker;

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once per blocked navigation
  useEffect(() => {
    if (state !== 'blocked') return;
    const ask = async () => {
      const leave = await dialogs.confirm(say('ui.unsaved.text'), {
        title: say('ui.unsaved.title'),
        yes: say('ui.unsaved.leave'),
        no: say('ui.unsaved.stay'),
        tone: 'danger',
      });
      if (leave) blocker.proceed?.();
      else blocker.reset?.();
    };
    void ask();
  }, [state]);

  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (guard?.isDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', leave);
    return () => window.removeEventListener('beforeunload', leave);
  }, [guard]);
  return null;
}
