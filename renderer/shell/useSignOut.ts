import { useSession } from '../data/App.tsx';
import { useDialogs } from '../data/dialogs.tsx';
import { useGuardState } from '../data/guard.ts';
import { useMessage } from '../data/messages.tsx';

/** Signs out, after a question if there is unsaved work. */
export function useSignOut(): () => Promise<void> {
  const say = useMessage();
  const { signOut } = useSession();
  const dialogs = useDialogs();
  const guard = useGuardState();
  return async () => {
    const leave = () =>
      dialogs.confirm(say('ui.unsaved.text'), {
        title: say('ui.unsaved.title'),
        yes: say('ui.unsaved.leave'),
        no: say('ui.unsaved.stay'),
        tone: 'danger',
      });
    if (guard?.isDirty() && !(await leave())) return;
    guard?.release();
    await signOut();
  };
}
