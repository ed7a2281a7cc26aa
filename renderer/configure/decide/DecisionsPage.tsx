import type { ReactNode } from 'react';
import { Button } from '../../parts/Button.tsx';
import styles from '../draft/draft.module.css';
import form from '../form.module.css';
import { Page } from '../Page.tsx';

type Props = {
  readonly title: string;
  readonly note: string;
  /** Applies the decisions; absent if there are none. */
  readonly action?:
    | { readonly label: string; readonly refusal?: string | undefined; readonly onPress: () => void }
    | undefined;
  readonly isBusy: boolean;
  readonly failure: string | undefined;
  /** A card per decision. */
  readonly children: ReactNode;
  readonly foot?: ReactNode;
};

/** A page of conflicting changes to decide one by one. */
export function DecisionsPage({ title, note, action, isBusy, failure, children, foot }: Props) {
  return (
    <Page
      title={title}
      note={note}
      actions={
        action && (
          <Button tone="primary" busy={isBusy} refusal={action.refusal} onPress={action.onPress}>
            {action.label}
          </Button>
        )
      }
    >
      {failure && (
        <p role="alert" className={styles.finding} data-level="error">
          {failure}
        </p>
      )}
      <div className={form.form}>{children}</div>
      {foot}
    </Page>
  );
}
