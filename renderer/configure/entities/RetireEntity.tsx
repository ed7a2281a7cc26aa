import { Archive, ArchiveRestore } from 'lucide-react';
import type { EntityChange } from '#engine';
import { useDialogs, useToast } from '../../data/dialogs.tsx';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { useSaveDraft } from '../useSaveDraft.ts';

type Props = { readonly change: EntityChange; readonly title: string };

/** Retires an entity of the overlay, so that nobody creates records any more, or brings it back. */
export function RetireEntity({ change, title }: Props) {
  const say = useMessage();
  const dialogs = useDialogs();
  const toast = useToast();
  const { put, isBusy } = useSaveDraft();
  const { retired, ...others } = change;
  const retire = async () => {
    const isSure = await dialogs.confirm(say('configure.entity.retire.text'), {
      title: say('configure.entity.retire.title', { entity: title }),
      yes: say('configure.entity.retire'),
    });
    if (isSure && (await put([{ ...change, retired: true }])))
      toast.show(say('configure.entity.retired-done', { entity: title }), 'success');
  };
  const bringBack = async () => {
    if (await put([others])) toast.show(say('configure.entity.back-done', { entity: title }), 'success');
  };
  return (
    <Button
      icon={<Icon icon={retired ? ArchiveRestore : Archive} />}
      busy={isBusy}
      onPress={() => void (retired ? bringBack() : retire())}
    >
      {say(retired ? 'configure.entity.back' : 'configure.entity.retire')}
    </Button>
  );
}
