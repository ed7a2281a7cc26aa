import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { EntityModel } from '#engine';
import { useToast } from '../../data/dialogs.tsx';
import { useGuard, useGuardState } from '../../data/guard.ts';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { FieldIssues } from '../../parts/FieldShell.tsx';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import { FindingList } from '../draft/FindingList.tsx';
import { isRefused } from '../draft/isRefused.ts';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { Page } from '../Page.tsx';
import { FieldPreview } from '../preview/FieldPreview.tsx';
import { TrialProvider } from '../preview/trial.tsx';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';
import { ExamplesPart } from './ExamplesPart.tsx';
import { type RuleForm, ruleChangeOf, usedIn } from './ruleForm.ts';
import { SayingPart } from './SayingPart.tsx';
import { WhenPart } from './WhenPart.tsx';

export type RulePartProps = { readonly form: RuleForm; readonly onChange: (form: RuleForm) => void };

type Props = {
  readonly title: string;
  readonly entity: EntityModel;
  readonly start: RuleForm;
  readonly isNew?: boolean;
};

/** What must hold, when it is looked at, what is said if it does not, and examples of it. */
export function RuleEditor({ title, entity, start, isNew = false }: Props) {
  const say = useMessage();
  const { say: label } = useWork();
  const [form, setForm] = useState(start);
  const change = ruleChangeOf(form);
  const isDirty = JSON.stringify(form) !== JSON.stringify(start);
  useGuard(isDirty);
  const part: RulePartProps = { form, onChange: setForm };
  const changes = change ? [change] : [];
  return (
    <TrialProvider changes={changes}>
      <Page
        title={title}
        crumbs={[
          { label: say('configure.entities'), to: '/configure' },
          { label: label(entity.plural), to: `/configure/entities/${entity.id}` },
        ]}
        actions={<Actions {...{ entity, start, form, isNew, isDirty }} />}
      >
        <div className={styles.split}>
          <div className={styles.form}>
            <Card title={say('configure.rule.check')} id="rule-check">
              <ConditionEditor
                label={say('configure.rule.check')}
                entity={entity.id}
                text={form.check}
                onChange={(check) => setForm((before) => ({ ...before, check }))}
              />
              <RuleIssues at="/check" />
            </Card>
            <Card title={say('configure.rule.when')} id="rule-when">
              <WhenPart {...part} />
              <RuleIssues at="/when" />
            </Card>
            <Card title={say('configure.rule.saying')} id="rule-saying">
              <SayingPart {...part} entity={entity} isNew={isNew} />
            </Card>
            <Card title={say('configure.rule.examples')} id="rule-examples">
              <ExamplesPart {...part} />
            </Card>
          </div>
          <div className={styles.aside}>
            <FieldPreview entity={entity.id} fields={[...form.at, ...usedIn(form.check)]} places={[]} />
            <FindingList />
          </div>
        </div>
      </Page>
    </TrialProvider>
  );
}

/** What is found about a part of the rule that is no input of its own. */
function RuleIssues({ at }: { at: string }) {
  return <FieldIssues id={`rule${at.replace('/', '-')}-issues`} issues={useIssuesAt('rule')(at)} />;
}

type ActionProps = Omit<Props, 'title'> & { readonly form: RuleForm; readonly isDirty: boolean };

function Actions({ entity, start, form, isNew, isDirty }: ActionProps) {
  const say = useMessage();
  const toast = useToast();
  const guard = useGuardState();
  const navigate = useNavigate();
  const { put, remove, isBusy } = useSaveDraft();
  const change = ruleChangeOf(form);
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
    guard?.release();
    if (isNew) navigate(`/configure/entities/${entity.id}/rules/${change.name}`, { replace: true });
  };
  const drop = async () => {
    const old = ruleChangeOf(start);
    if (old && (await remove([old]))) leave(say('configure.draft.taken-out'));
  };
  return (
    <>
      {!isNew && (
        <Button tone="caution" busy={isBusy} onPress={() => void drop()}>
          {say('configure.rule.remove')}
        </Button>
      )}
      <Button
        tone="primary"
        busy={isBusy}
        refusal={
          !change ? say('configure.rule.incomplete') : isDirty ? undefined : say('configure.nothing-changed')
        }
        onPress={() => void save()}
      >
        {say(isNew ? 'configure.field.keep-new' : 'configure.field.keep')}
      </Button>
    </>
  );
}
