import { useMessage } from '../../data/messages.tsx';
import { FieldShell, fieldDescription } from '../../parts/FieldShell.tsx';
import { MultiSelect } from '../../parts/MultiSelect.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { useWork } from '../work.tsx';
import type { FieldPartProps } from './fieldForm.ts';

/** Permissions to view and edit the field; without one, those of the record apply. */
export function WhoPart(props: FieldPartProps) {
  return (
    <div className={styles.pair}>
      <Who {...props} slot="view" />
      <Who {...props} slot="edit" />
    </div>
  );
}

function Who({ form, onChange, slot }: FieldPartProps & { slot: 'view' | 'edit' }) {
  const say = useMessage();
  const { model, say: label } = useWork();
  const access = form.facts[slot];
  const chosen = access === undefined ? [] : typeof access === 'string' ? [access] : access;
  const id = `field-${slot}-who`;
  const help = say('configure.who.help');
  const issues = useIssuesAt('field')(`/${slot}`);
  return (
    <FieldShell id={id} label={say(`configure.who.${slot}`)} help={help} as="group" issues={issues}>
      <MultiSelect
        id={id}
        labelledBy={`${id}-label`}
        describedBy={fieldDescription(id, help)}
        value={chosen}
        options={[...model.features.values()].map((feature) => ({
          id: feature.id,
          label: label(`feature.${feature.id}`),
          note: feature.id,
        }))}
        onChange={(ids) => {
          const next = ids.length > 0 ? ([...ids] as [string, ...string[]]) : undefined;
          onChange({ ...form, facts: { ...form.facts, [slot]: next } });
        }}
      />
    </FieldShell>
  );
}
