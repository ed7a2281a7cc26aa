import { memo, type ReactNode, useDeferredValue, useState } from 'react';
import type { EntityModel } from '#engine';
import { useMessage } from '../data/messages.tsx';
import { UndoButtons } from '../form/UndoButtons.tsx';
import { type Builder, useBuilder } from '../form/useBuilder.ts';
import { Button } from '../parts/Button.tsx';
import { DraftBar } from '../parts/DraftBar.tsx';
import { FindingList } from './draft/FindingList.tsx';
import styles from './form.module.css';
import { Page } from './Page.tsx';
import { FieldPreview, type FieldPreviewProps } from './preview/FieldPreview.tsx';
import { TrialProvider } from './preview/trial.tsx';
import { type Keeping, useKeep } from './useKeep.ts';
import { useWork } from './work.tsx';

/**
 * Form state of a change, with its state when the page opened; every step can be undone, and input is kept
 * across a reload.
 */
export function useTyped<Form>(key: string, start: () => Form) {
  const [first] = useState(start);
  const builder = useBuilder<Form>({ key: `configure.${key}`, start: first });
  return { start: first, form: builder.value, setForm: builder.change, builder };
}

type Props = {
  readonly title: string;
  readonly note?: string;
  readonly entity: EntityModel;
  /** The changes being typed; empty while required input is missing. */
  readonly keeping: Keeping;
  readonly builder: Omit<Builder<unknown>, 'value' | 'change' | 'saved'>;
  readonly isNew?: boolean;
  /** Why it cannot be saved yet. */
  readonly refusal?: string | undefined;
  /** Where another of its kind is added. */
  readonly another?: string | undefined;
  /** Label of the button that removes it from the draft. */
  readonly drop?: string | undefined;
  readonly preview: FieldPreviewProps;
  readonly children: ReactNode;
};

/** Edits a change of an entity, with a live preview beside it and the save button always visible. */
export function ChangeEditor(props: Props) {
  const { title, note, entity, keeping, builder, preview, children } = props;
  const say = useMessage();
  const { say: label } = useWork();
  const shown = useDeferredValue(preview);
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
        <div className={styles.split} ref={builder.root} tabIndex={-1}>
          <div className={styles.form}>
            <DraftBar draft={builder.draft} />
            {children}
          </div>
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

function Actions({ keeping, builder, isNew = false, refusal, another, drop }: Props) {
  const say = useMessage();
  const { keep, takeOut, isBusy } = useKeep(keeping);
  const isNothing = !builder.isChanged || keeping.changes.length === 0;
  const shared = {
    busy: isBusy,
    refusal: refusal ?? (isNothing ? say('configure.nothing-changed') : undefined),
  };
  return (
    <>
      <UndoButtons of={builder} />
      {drop && (
        <Button tone="caution" busy={isBusy} onPress={() => void takeOut()}>
          {drop}
        </Button>
      )}
      {another && (
        <Button {...shared} onPress={() => void keep(another)}>
          {say('configure.field.keep-another')}
        </Button>
      )}
      <Button {...shared} tone="primary" onPress={() => void keep()}>
        {say(isNew ? 'configure.field.keep-new' : 'configure.field.keep')}
      </Button>
    </>
  );
}
