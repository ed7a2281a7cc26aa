import { useMemo, useState } from 'react';
import type { FormBlock } from '#engine';
import { useUser } from '../data/App.tsx';
import { allows } from '../data/allows.ts';
import { useMessage } from '../data/messages.tsx';
import type { ScreenScope } from '../data/screenScope.ts';
import { useText } from '../data/useText.ts';
import { Button } from '../parts/Button.tsx';
import { Card } from '../parts/Card.tsx';
import { FormBlockView } from './FormBlockView.tsx';
import { FormFrameContext } from './FormFrame.ts';

type Props = { readonly block: FormBlock; readonly scope: ScreenScope };

/** A form block; with `reveal` it is a button until opened, and after Save or Cancel. */
export function RevealedForm({ block, scope }: Props) {
  return block.reveal ? (
    <Revealed block={block} scope={scope} />
  ) : (
    <FormBlockView block={block} scope={scope} />
  );
}

function Revealed({ block, scope }: Props) {
  const say = useMessage();
  const { Features } = useUser();
  const [isOpen, setOpen] = useState(false);
  const title = useText(block.title, scope);
  const frame = useMemo(() => {
    const close = () => setOpen(false);
    return { onSaved: close, onCancel: close, onDirty: () => {} };
  }, []);
  if (!allows(block.save.access, Features)) return null;
  if (!isOpen)
    return (
      <Button tone="link" onPress={() => setOpen(true)}>
        {say(block.reveal ?? '')}
      </Button>
    );
  return (
    <Card title={title || undefined} id={block.id}>
      <FormFrameContext value={frame}>
        <FormBlockView block={block} scope={scope} />
      </FormFrameContext>
    </Card>
  );
}
