import { memo, type ReactNode, useDeferredValue, useState } from 'react';
import type { EntityModel } from '#engine';
import { useGuard } from '../data/guard.ts';
import { useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { FindingList } from './draft/FindingList.tsx';
import styles from './form.module.css';
import { Page } from './Page.tsx';
import { FieldPreview, type FieldPreviewProps } from './preview/FieldPreview.tsx';
import { TrialProvider } from './preview/trial.tsx';
import { type Keeping, useKeep } from './useKeep.ts';
import { useWork } from './work.tsx';

/** Form state of a change, with its state when the page opened. */
export function useTyped<Form>(start: () => Form) {
  const [first] = useState(start);
  const [form, setForm] = useState(first);
  return { start: first, form, setForm, isDirty: JSON.stringify(form) !== JSON.stringify(first) };
}

type Props = {
  readonly title: string;
  readonly note?: string;
  readonly entity: EntityModel;
  /** The changes being typed; empty while required input is missing. */
  readonly keeping: Keeping;
  readonly isDirty: boolean;
  readonly isNew?: boolean;
  /** Why it cannot be saved yet. */
  readonly refusal?: string | undefined;
  /** Label of the button that removes it from the draft. */
  readonly drop?: string | undefined;
  readonly preview: FieldPreviewProps;
  readonly children: ReactNode;
};

/** Edits a change of an entity, with a live preview beside it and the save button always visible. */
export function ChangeEditor(props: Props) {
  const { title, note, entity, keeping, isDirty, preview, children } = props;
  const say = useMessage();
  const { say: label } = useWork();
  const shown = useDeferredValue(preview);
  useGuard(isDirty);
  return (
    <TrialProvider changes={keeping.changes}>
      <Page
        title={title}
        note={note}
        sticky
        crumbs={[
          { label: say('configure.entities'), to: '/configure' },
          { label: label(entity.plural), to: `/configure/entities/${entity.id}` },
        ]}
        actions={<Actions {...props} />}
      >
        <div className={styles.split}>
          <div className={styles.form}>{children}</div>
          <div className={styles.aside}>
            <Preview of={shown} />
            <FindingList />
          </div>
        </div>
      </Page>
    </TrialProvider>
  );
}

/** Rendered with lower priority than typing. */
const Preview = memo(function Preview({ of }: { readonly of: FieldPreviewProps }) {
  return <FieldPreview {...of} />;
});

function Actions({ keeping, isDirty, isNew = false, refusal, drop }: Props) {
  const say = useMessage();
  const { keep, takeOut, isBusy } = useKeep(keeping);
  const isNothing = !isDirty || keeping.changes.length === 0;
  return (
    <>
      {drop && (
        <Button tone="caution" busy={isBusy} onPress={() => void takeOut()}>
          {drop}
        </Button>
      )}
      <Button
        tone="primary"
        busy={isBusy}
        refusal={refusal ?? (isNothing ? say('configure.nothing-changed') : undefined)}
        onPress={() => void keep()}
      >
        {say(isNew ? 'configure.field.keep-new' : 'configure.field.keep')}
      </Button>
    </>
  );
}
