import { useMessage } from '../data/messages.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { KeyList } from './KeyList.tsx';

/** Lists the keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={useMessage()('ui.shortcuts.title')} size="small" onClose={onClose}>
      <KeyList />
    </Dialog>
  );
}
