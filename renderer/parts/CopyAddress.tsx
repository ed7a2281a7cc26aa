import { useToast } from '../data/dialogs.tsx';
import { useMessage } from '../data/messages.tsx';
import area from './area.module.css';
import { Button } from './Button.tsx';

/** Copies an address for the person, and says whether the browser allowed it. */
export function useCopyAddress(address: string): () => void {
  const say = useMessage();
  const toast = useToast();
  return () =>
    void navigator.clipboard.writeText(address).then(
      () => toast.show(say('configure.form.copied'), 'success'),
      () => toast.show(say('configure.form.not-copied'), 'error', 'copy'),
    );
}

/** An address that people copy into another program. */
export function CopyAddress({ address }: { readonly address: string }) {
  const say = useMessage();
  const copy = useCopyAddress(address);
  return (
    <div className={area.line}>
      <code className={area.code}>{address}</code>
      <Button onPress={copy}>{say('configure.form.copy')}</Button>
    </div>
  );
}
