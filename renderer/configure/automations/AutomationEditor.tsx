import type { EntityModel } from '#engine';
import { useUser } from '../../data/App.tsx';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { UndoButtons } from '../../form/UndoButtons.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { DraftBar } from '../../parts/DraftBar.tsx';
import { FieldIssues, FieldShell } from '../../parts/FieldShell.tsx';
import { RadioGroup } from '../../parts/RadioGroup.tsx';
import { Switch } from '../../parts/Switch.tsx';
import { useTyped } from '../ChangeEditor.tsx';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import { FindingList } from '../draft/FindingList.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { Page } from '../Page.tsx';
import { TrialProvider } from '../preview/trial.tsx';
import { TextsField } from '../TextsField.tsx';
import { type Keeping, useKeep } from '../useKeep.ts';
import { useWork } from '../work.tsx';
import { type AutomationForm, automationChangeOf } from './automationForm.ts';
import { HookCard } from './HookCard.tsx';
import { RunsCard } from './RunsCard.tsx';
import { StepsPart } from './StepsPart.tsx';
import { TrialCard } from './TrialCard.tsx';
import { TriggerPart } from './TriggerPart.tsx';

type Props = { readonly entity: EntityModel; readonly start: AutomationForm; readonly isNew?: boolean };

const back = '/configure/automations';

/** Edits an automation as When, If and Then, with a trial on a record beside it. */
export function AutomationEditor({ entity, start: given, isNew = false }: Props) {
  const say = useMessage();
  const locale = useLocale();
  const { say: label } = useWork();
  const { start, form, setForm, builder } = useTyped(
    `automation.${entity.id}.${isNew ? '' : given.shortName}`,
    () => given,
  );
  const change = automationChangeOf(form);
  const old = isNew ? undefined : automationChangeOf(start);
  const keeping: Keeping = {
    changes: change ? [change] : [],
    own: old ? [old] : [],
    back,
    here: isNew && change ? `${back}/${encodeURIComponent(change.name)}` : undefined,
  };
  const title = form.title[locale] || form.title['en-CA'] || say('configure.automations.new');
  return (
    <TrialProvider changes={keeping.changes}>
      <Page
        title={isNew ? say('configure.automation.new-of', { entity: label(entity.plural) }) : title}
        sticky
        crumbs={[{ label: say('configure.nav.automations'), to: back }]}
        actions={<Actions {...{ keeping, builder, isNew, isWhole: change !== undefined }} />}
      >
        <div className={styles.split} ref={builder.root} tabIndex={-1}>
          <div className={styles.form}>
            <DraftBar draft={builder.draft} />
            <NamePart form={form} onChange={setForm} />
            <Card title={say('configure.automation.when')} id="automation-when">
              <TriggerPart entity={entity} when={form.when} onChange={(when) => setForm({ ...form, when })} />
              <Issues at="/when" />
            </Card>
            <Card title={say('configure.automation.if')} id="automation-if">
              <ConditionEditor
                label={say('configure.automation.if')}
                entity={entity.id}
                text={form.if}
                onChange={(text) => setForm((now) => ({ ...now, if: text }))}
              />
              <Issues at="/if" />
            </Card>
            <Card title={say('configure.automation.then')} id="automation-then">
              <StepsPart
                entity={entity}
                steps={form.then}
                at="/then"
                onChange={(then) => setForm((now) => ({ ...now, then }))}
              />
            </Card>
          </div>
          <Aside name={isNew ? undefined : `${entity.id}.${given.shortName}`} form={form} />
        </div>
        {!isNew && <RunsCard automation={`${entity.id}.${given.shortName}`} />}
      </Page>
    </TrialProvider>
  );
}

/** The address of a webhook, a trial and the findings; `name` is absent for a new automation. */
function Aside({ name, form }: { readonly name: string | undefined; readonly form: AutomationForm }) {
  return (
    <div className={styles.aside}>
      {name && form.when.on === 'webhook' && <HookCard automation={name} />}
      {name && <TrialCard name={name} entity={form.entity} />}
      <FindingList />
    </div>
  );
}

function Issues({ at }: { readonly at: string }) {
  return (
    <FieldIssues id={`automation${at.replaceAll('/', '-')}-issues`} issues={useIssuesAt('automation')(at)} />
  );
}

type PartProps = {
  readonly form: AutomationForm;
  readonly onChange: (form: AutomationForm | ((now: AutomationForm) => AutomationForm)) => void;
};

/** Its name, whether it runs, and with whose rights. */
function NamePart({ form, onChange }: PartProps) {
  const say = useMessage();
  const { UserName } = useUser();
  const issuesAt = useIssuesAt('automation');
  const people = [...new Set([UserName, ...(form.owner === '' ? [] : [form.owner])])];
  const options = [
    ...people.map((id) => ({ id, label: id === UserName ? say('configure.automation.as.me') : id })),
    { id: '$system', label: say('configure.automation.as.system') },
  ];
  return (
    <Card title={say('configure.automation.name')} id="automation-name">
      <div className={styles.form}>
        <TextsField
          label={say('configure.automation.name')}
          value={form.title}
          onChange={(title) => onChange((now) => ({ ...now, title }))}
          required
          issuesAt={issuesAt}
          at="/title"
        />
        <FieldShell
          id="automation-as"
          label={say('configure.automation.as')}
          as="group"
          help={say('configure.automation.as.help')}
          issues={issuesAt('/owner')}
        >
          <RadioGroup
            id="automation-as"
            labelledBy="automation-as-label"
            value={form.owner || '$system'}
            options={options}
            onChange={(id) => onChange((now) => ({ ...now, owner: id === '$system' ? '' : id }))}
          />
        </FieldShell>
        <Switch
          id="automation-on"
          checked={!form.isOff}
          onChange={(on) => onChange((now) => ({ ...now, isOff: !on }))}
        >
          {say('configure.automation.active')}
        </Switch>
      </div>
    </Card>
  );
}

type ActionsProps = {
  readonly keeping: Keeping;
  readonly builder: ReturnType<typeof useTyped<AutomationForm>>['builder'];
  readonly isNew: boolean;
  readonly isWhole: boolean;
};

function Actions({ keeping, builder, isNew, isWhole }: ActionsProps) {
  const say = useMessage();
  const { keep, takeOut, isBusy } = useKeep(keeping);
  const refusal = isWhole
    ? builder.isChanged
      ? undefined
      : say('configure.nothing-changed')
    : say('configure.automation.incomplete');
  return (
    <>
      <UndoButtons of={builder} />
      {!isNew && (
        <Button tone="caution" busy={isBusy} onPress={() => void takeOut()}>
          {say('configure.automation.remove')}
        </Button>
      )}
      <Button tone="primary" busy={isBusy} refusal={refusal} onPress={() => void keep()}>
        {say(isNew ? 'configure.field.keep-new' : 'configure.field.keep')}
      </Button>
    </>
  );
}
