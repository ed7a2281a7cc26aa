import type { EntityModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { UndoButtons } from '../../form/UndoButtons.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { DraftBar } from '../../parts/DraftBar.tsx';
import { FieldShell, fieldDescription } from '../../parts/FieldShell.tsx';
import { Switch } from '../../parts/Switch.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import { useTyped } from '../ChangeEditor.tsx';
import { FindingList } from '../draft/FindingList.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { Page } from '../Page.tsx';
import { TrialProvider } from '../preview/trial.tsx';
import { TextsField } from '../TextsField.tsx';
import { type Keeping, useKeep } from '../useKeep.ts';
import { useWork } from '../work.tsx';
import { FormPreview } from './FormPreview.tsx';
import { LinkPart, LookPart, MailPart, TimePart } from './MoreParts.tsx';
import { OfferedPart, SetPart } from './OfferedPart.tsx';
import type { PartProps } from './partProps.ts';
import { changeOfForm, type PublicFormForm } from './publicFormForm.ts';
import { ShareCard } from './ShareCard.tsx';

type Props = { readonly entity: EntityModel; readonly start: PublicFormForm; readonly isNew?: boolean };

const back = '/configure/forms';

/** Edits a public form: what it says, what it offers, and when it takes answers. */
export function FormEditor({ entity, start: given, isNew = false }: Props) {
  const say = useMessage();
  const { say: label } = useWork();
  const key = `publicForm.${entity.id}.${isNew ? '' : given.shortName}`;
  const { start, form, setForm, builder } = useTyped(key, () => given);
  const change = changeOfForm(form);
  const old = isNew ? undefined : changeOfForm(start);
  const keeping: Keeping = {
    ...{ changes: change ? [change] : [], own: old ? [old] : [], back },
    here: isNew && change ? `${back}/${encodeURIComponent(change.name)}` : undefined,
  };
  const put = (words: Partial<PublicFormForm>) => setForm((now) => ({ ...now, ...words }));
  const part = { entity, form, put };
  const title = form.title['en-CA'] || say('configure.forms.new');
  return (
    <TrialProvider changes={keeping.changes}>
      <Page
        title={isNew ? say('configure.form.new-of', { entity: label(entity.plural) }) : title}
        sticky
        crumbs={[{ label: say('configure.nav.forms'), to: back }]}
        actions={<Actions {...{ keeping, builder, isNew, isWhole: change !== undefined }} />}
      >
        <div className={styles.split} ref={builder.root} tabIndex={-1}>
          <div className={styles.form}>
            <DraftBar draft={builder.draft} />
            <WordsPart {...part} isNew={isNew} />
            <OfferedPart {...part} />
            <SetPart {...part} />
            <MailPart {...part} />
            <TimePart {...part} />
            <LookPart {...part} />
            <LinkPart {...part} />
          </div>
          <div className={styles.aside}>
            {!isNew && <ShareCard id={`${entity.id}.${given.shortName}`} />}
            <FindingList />
            <FormPreview {...{ entity, form }} />
          </div>
        </div>
      </Page>
    </TrialProvider>
  );
}

/** Its address, its texts, and whether it is open. */
function WordsPart({ form, put, isNew }: PartProps & { readonly isNew: boolean }) {
  const say = useMessage();
  const issuesAt = useIssuesAt('publicForm');
  const help = say('configure.form.address.help');
  return (
    <Card title={say('configure.form.words')} id="form-words">
      <div className={styles.form}>
        <TextsField
          {...{
            label: say('configure.form.title'),
            value: form.title,
            required: true,
            issuesAt,
            at: '/title',
          }}
          onChange={(title) => put({ title })}
        />
        <FieldShell
          id="form-address"
          label={say('configure.form.address')}
          help={help}
          issues={issuesAt('/address')}
        >
          <TextInput
            id="form-address"
            describedBy={fieldDescription('form-address', help)}
            value={form.address}
            onChange={(address) => put({ address })}
          />
        </FieldShell>
        <LongTexts form={form} put={put} />
        {!isNew && (
          <Switch id="form-open" checked={!form.isOff} onChange={(on) => put({ isOff: !on })}>
            {say('configure.form.takes')}
          </Switch>
        )}
      </div>
    </Card>
  );
}

/** What people read before the fields, agree to, and read at the end. */
function LongTexts({ form, put }: Pick<PartProps, 'form' | 'put'>) {
  const say = useMessage();
  const issuesAt = useIssuesAt('publicForm');
  return (
    <>
      <TextsField
        {...{
          label: say('configure.form.intro'),
          value: form.intro,
          multiline: true,
          issuesAt,
          at: '/intro',
        }}
        onChange={(intro) => put({ intro })}
      />
      <TextsField
        {...{
          label: say('configure.form.consent'),
          value: form.consent,
          multiline: true,
          issuesAt,
          at: '/consent',
        }}
        help={say('configure.form.consent.help')}
        onChange={(consent) => put({ consent })}
      />
      <TextsField
        {...{
          label: say('configure.form.thanks'),
          value: form.thanks,
          multiline: true,
          issuesAt,
          at: '/thanks',
        }}
        required
        onChange={(thanks) => put({ thanks })}
      />
    </>
  );
}

type ActionsProps = {
  readonly keeping: Keeping;
  readonly builder: ReturnType<typeof useTyped<PublicFormForm>>['builder'];
  readonly isNew: boolean;
  readonly isWhole: boolean;
};

function Actions({ keeping, builder, isNew, isWhole }: ActionsProps) {
  const say = useMessage();
  const { keep, takeOut, isBusy } = useKeep(keeping);
  const unchanged = builder.isChanged ? undefined : say('configure.nothing-changed');
  return (
    <>
      <UndoButtons of={builder} />
      {!isNew && (
        <Button tone="caution" busy={isBusy} onPress={() => void takeOut()}>
          {say('configure.form.remove')}
        </Button>
      )}
      <Button
        tone="primary"
        busy={isBusy}
        refusal={isWhole ? unchanged : say('configure.form.incomplete')}
        onPress={() => void keep()}
      >
        {say(isNew ? 'configure.field.keep-new' : 'configure.field.keep')}
      </Button>
    </>
  );
}
