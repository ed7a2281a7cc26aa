import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { EntityModel } from '#engine';
import { useModel } from '../../data/App.tsx';
import { useToast } from '../../data/dialogs.tsx';
import { useGuard, useGuardState } from '../../data/guard.ts';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { FindingList } from '../draft/FindingList.tsx';
import { isRefused } from '../draft/isRefused.ts';
import styles from '../form.module.css';
import { Page } from '../Page.tsx';
import { FieldPreview } from '../preview/FieldPreview.tsx';
import { TrialProvider } from '../preview/trial.tsx';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';
import { changesOf, type FieldForm, storedNameOf } from './fieldForm.ts';
import { NamePart } from './NamePart.tsx';
import { PlacesPart } from './PlacesPart.tsx';
import { TypePart } from './TypePart.tsx';
import { WhenPart } from './WhenPart.tsx';
import { WhoPart } from './WhoPart.tsx';

export type FieldPartProps = {
  readonly form: FieldForm;
  readonly onChange: (form: FieldForm) => void;
};

type Props = {
  readonly title: string;
  readonly entity: EntityModel;
  readonly start: FieldForm;
  readonly isNew?: boolean;
};

/** A field of one's own, with what comes of it beside. */
export function FieldEditor({ title, entity, start, isNew = false }: Props) {
  const say = useMessage();
  const { say: label } = useWork();
  const live = useModel();
  const [form, setForm] = useState(start);
  const changes = changesOf(form);
  // What no release holds yet has no values either: its type may still be another one.
  const isFree = isNew || !live.entities.get(entity.id)?.fieldByPath.has(start.storedName);
  const isDirty = JSON.stringify(form) !== JSON.stringify(start);
  useGuard(isDirty);
  const part: FieldPartProps = { form, onChange: setForm };
  return (
    <TrialProvider changes={changes}>
      <Page
        title={title}
        crumbs={[
          { label: say('configure.entities'), to: '/configure' },
          { label: label(entity.plural), to: `/configure/entities/${entity.id}` },
        ]}
        actions={<FieldActions form={form} start={start} entity={entity} isNew={isNew} isDirty={isDirty} />}
      >
        <div className={styles.split}>
          <div className={styles.form}>
            <Card title={say('configure.field.name')} id="field-name">
              <NamePart {...part} entity={entity} isNew={isNew} />
            </Card>
            <Card title={say('configure.field.type')} id="field-type">
              <TypePart {...part} isNew={isFree} />
            </Card>
            <Card title={say('configure.field.places')} id="field-places">
              <PlacesPart {...part} />
            </Card>
            <Card title={say('configure.field.when')} id="field-when">
              <WhenPart {...part} />
            </Card>
            <Card title={say('configure.field.who')} id="field-who">
              <WhoPart {...part} />
            </Card>
          </div>
          <div className={styles.aside}>
            <FieldPreview entity={entity.id} fields={[storedNameOf(form)]} places={form.places} />
            <FindingList />
          </div>
        </div>
      </Page>
    </TrialProvider>
  );
}

type ActionProps = Omit<Props, 'title'> & { readonly form: FieldForm; readonly isDirty: boolean };

function FieldActions({ form, start, entity, isNew, isDirty }: ActionProps) {
  const say = useMessage();
  const toast = useToast();
  const navigate = useNavigate();
  const guard = useGuardState();
  const { draft } = useWork();
  const { put, remove, isBusy } = useSaveDraft();
  const changes = changesOf(form);
  const back = `/configure/entities/${entity.id}`;
  const gone = changesOf(start).filter(
    (old) => !changes.some(({ name, kind }) => name === old.name && kind === old.kind),
  );
  const leave = (text: string) => {
    guard?.release();
    toast.show(text, 'success');
    navigate(back);
  };
  const save = async () => {
    if (gone.length > 0 && !isNew && !(await remove(gone))) return;
    const kept = await put(changes);
    if (!kept) return;
    if (!isRefused(kept, changes)) return leave(say('configure.draft.kept'));
    toast.show(say('configure.draft.kept-wrong'), 'error');
    guard?.release();
    if (isNew) navigate(`${back}/fields/${storedNameOf(form)}`, { replace: true });
  };
  const drop = async () => {
    const own = draft.Changes.filter(
      (change) =>
        (change.kind === 'field' && change.name === `${entity.id}.${start.storedName}`) ||
        (change.kind === 'place' && start.places.some(({ name }) => name === change.name)),
    );
    if (await remove(own)) leave(say('configure.draft.taken-out'));
  };
  return (
    <>
      {!isNew && (
        <Button tone="caution" busy={isBusy} onPress={() => void drop()}>
          {say('configure.field.remove')}
        </Button>
      )}
      <Button
        tone="primary"
        busy={isBusy}
        refusal={
          changes.length === 0
            ? say('configure.field.incomplete')
            : isDirty
              ? undefined
              : say('configure.nothing-changed')
        }
        onPress={() => void save()}
      >
        {say(isNew ? 'configure.field.keep-new' : 'configure.field.keep')}
      </Button>
    </>
  );
}
