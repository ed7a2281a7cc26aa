import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type AdjustChange, type EntityModel, type FieldModel, usagesOf } from '#engine';
import { useToast } from '../../data/dialogs.tsx';
import { useGuard, useGuardState } from '../../data/guard.ts';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { findChange } from '../changes.ts';
import { FindingList } from '../draft/FindingList.tsx';
import { isRefused } from '../draft/isRefused.ts';
import styles from '../form.module.css';
import { Page } from '../Page.tsx';
import { FieldPreview } from '../preview/FieldPreview.tsx';
import { TrialProvider } from '../preview/trial.tsx';
import { useSaveDraft } from '../useSaveDraft.ts';
import { Uses } from '../uses/Uses.tsx';
import { useWork } from '../work.tsx';
import { AdjustFacts } from './AdjustFacts.tsx';
import { adjustChange, adjustingOf } from './adjusting.ts';

type Props = { readonly entity: EntityModel; readonly field: FieldModel };

/** A shipped field: called, explained, limited or hidden otherwise; never loosened. */
export function AdjustFieldPage({ entity, field }: Props) {
  const say = useMessage();
  const { model, draft, say: label, text } = useWork();
  const before = findChange(draft.Changes, 'adjust', `field.${entity.id}.${field.path}`);
  const [start] = useState(() => adjustingOf(field, text, before));
  const [form, setForm] = useState(start);
  const change = adjustChange({ field, before, start, form });
  const isDirty = JSON.stringify(form) !== JSON.stringify(start);
  useGuard(isDirty);
  const changes = change ? [change] : [];
  return (
    <TrialProvider changes={changes}>
      <Page
        title={say('configure.field.title', { entity: label(entity.title), field: label(field.label) })}
        crumbs={[
          { label: say('configure.entities'), to: '/configure' },
          { label: label(entity.plural), to: `/configure/entities/${entity.id}` },
        ]}
        note={say('configure.adjust.note')}
        actions={<Actions entity={entity} before={before} change={change} isDirty={isDirty} />}
      >
        <div className={styles.split}>
          <div className={styles.form}>
            <Card title={say('configure.adjust')} id="adjust">
              <AdjustFacts field={field} form={form} onChange={setForm} />
            </Card>
            <Card title={say('configure.uses')} id="uses">
              <Uses usages={usagesOf(model, `field:${entity.id}.${field.path}`)} />
            </Card>
          </div>
          <div className={styles.aside}>
            <FieldPreview entity={entity.id} fields={[field.path]} places={[]} />
            <FindingList />
          </div>
        </div>
      </Page>
    </TrialProvider>
  );
}

type ActionProps = {
  readonly entity: EntityModel;
  readonly before: AdjustChange | undefined;
  readonly change: AdjustChange | undefined;
  readonly isDirty: boolean;
};

function Actions({ entity, before, change, isDirty }: ActionProps) {
  const say = useMessage();
  const toast = useToast();
  const guard = useGuardState();
  const navigate = useNavigate();
  const { put, remove, isBusy } = useSaveDraft();
  const leave = (text: string) => {
    guard?.release();
    toast.show(text, 'success');
    navigate(`/configure/entities/${entity.id}`);
  };
  const save = async () => {
    const kept = change && (await put([change]));
    if (!kept) return;
    if (!isRefused(kept, [change])) return leave(say('configure.draft.kept'));
    toast.show(say('configure.draft.kept-wrong'), 'error');
  };
  const drop = async () => {
    if (before && (await remove([before]))) leave(say('configure.draft.taken-out'));
  };
  return (
    <>
      {before && (
        <Button tone="caution" busy={isBusy} onPress={() => void drop()}>
          {say('configure.adjust.undo')}
        </Button>
      )}
      <Button
        tone="primary"
        busy={isBusy}
        refusal={isDirty && change ? undefined : say('configure.nothing-changed')}
        onPress={() => void save()}
      >
        {say('configure.field.keep')}
      </Button>
    </>
  );
}
