import { type ReactNode, useRef, useState } from 'react';
import { useApp } from '../data/App.tsx';
import { useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import type { Bridge } from './Services.ts';
import styles from './SignIn.module.css';
import { SignInForm } from './SignInForm.tsx';

type Waiting = { readonly promise: Promise<boolean>; readonly resolve: (signedIn: boolean) => void };

/** After the session expired, the same person signs in over the page and the failed call continues. */
export function SignInAgain({ bridge, children }: { bridge: Bridge; children: ReactNode }) {
  const { api, session } = useApp();
  const say = useMessage();
  const waiting = useRef<Waiting>(undefined);
  const [isOpen, setOpen] = useState(false);
  bridge.signInAgain = () => {
    waiting.current ??= createWaiting();
    setOpen(true);
    return waiting.current.promise;
  };
  const finish = (signedIn: boolean) => {
    setOpen(false);
    waiting.current?.resolve(signedIn);
    waiting.current = undefined;
  };
  return (
    <>
      {children}
      {isOpen && (
        <Dialog
          role="alertdialog"
          size="small"
          title={say('ui.session-ended.title')}
          onClose={() => finish(false)}
          actions={
            <Button tone="quiet" onPress={() => location.assign('/')}>
              {say('ui.session-ended.leave')}
            </Button>
          }
        >
          <div className={styles.form}>
            <p>{say('ui.session-ended.text')}</p>
            <SignInForm api={api} userName={session.user.UserName} onSignedIn={() => finish(true)} />
          </div>
        </Dialog>
      )}
    </>
  );
}

/** One sign-in dialog serves all calls that failed at the same time. */
function createWaiting(): Waiting {
  let resolve: Waiting['resolve'] = () => {};
  const promise = new Promise<boolean>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
