import { useMessage } from '../../data/messages.tsx';
import { Card } from '../../parts/Card.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { MultiSelect } from '../../parts/MultiSelect.tsx';
import { Select } from '../../parts/Select.tsx';
import { Switch } from '../../parts/Switch.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { TextsField } from '../TextsField.tsx';
import { useWork } from '../work.tsx';
import { LogoPart, PaperPart } from './PaperPart.tsx';
import type { PrintForm } from './printForm.ts';

type Props = { readonly form: PrintForm; readonly onChange: (form: PrintForm) => void };

/** Its name, who gets it, its paper, and what repeats on every page. */
export function SettingsCard({ form, onChange }: Props) {
  const say = useMessage();
  const issuesAt = useIssuesAt('printFormat');
  const { words } = form;
  const set = (more: Partial<PrintForm['words']>) => onChange({ ...form, words: { ...words, ...more } });
  const flag = (name: 'default' | 'off', on: boolean) => {
    const { [name]: _, ...rest } = words;
    onChange({ ...form, words: on ? { ...rest, [name]: true } : rest });
  };
  const setLogo = (logo: PrintForm['words']['logo']) => {
    const { logo: _, ...rest } = words;
    onChange({ ...form, words: logo ? { ...rest, logo } : rest });
  };
  return (
    <Card id="print-settings" title={say('configure.print.settings')}>
      <div className={styles.form}>
        <TextsField
          label={say('configure.print.name')}
          value={form.title}
          onChange={(title) => onChange({ ...form, title })}
          required
          issuesAt={issuesAt}
          at="/title"
        />
        <FieldShell id="print-for" label={say('configure.print.for')} as="group" issues={issuesAt('/for')}>
          <Select
            id="print-for"
            labelledBy="print-for-label"
            value={words.for ?? 'record'}
            options={(['record', 'list'] as const).map((id) => ({
              id,
              label: say(`configure.print.for.${id}`),
            }))}
            onChange={(id) => set({ for: id === 'list' ? 'list' : 'record' })}
            required
          />
        </FieldShell>
        <PaperPart paper={words.paper} issuesAt={issuesAt} onChange={(paper) => set({ paper })} />
        <LogoPart logo={words.logo} issuesAt={issuesAt} onChange={setLogo} />
        <RolesPart form={form} onChange={onChange} />
        {(['header', 'footer'] as const).map((edge) => (
          <EdgePart
            key={edge}
            edge={edge}
            value={words[edge] ?? {}}
            onChange={(value) => set({ [edge]: value })}
          />
        ))}
        <Switch id="print-default" checked={words.default === true} onChange={(on) => flag('default', on)}>
          {say('configure.print.default')}
        </Switch>
        <Switch id="print-offered" checked={words.off !== true} onChange={(on) => flag('off', !on)}>
          {say('configure.print.offered')}
        </Switch>
      </div>
    </Card>
  );
}

function RolesPart({ form, onChange }: Props) {
  const say = useMessage();
  const { model, say: label } = useWork();
  const { words } = form;
  const choose = (ids: readonly string[]) => {
    const { roles: _, ...rest } = words;
    const roles = [...ids] as unknown as NonNullable<typeof words.roles>;
    onChange({ ...form, words: ids.length === 0 ? rest : { ...rest, roles } });
  };
  return (
    <FieldShell
      id="print-roles"
      label={say('configure.print.roles')}
      as="group"
      help={say('configure.print.roles.help')}
      issues={useIssuesAt('printFormat')('/roles')}
    >
      <MultiSelect
        id="print-roles"
        labelledBy="print-roles-label"
        value={[...(words.roles ?? [])]}
        options={[...model.roles.keys()].map((id) => ({ id, label: label(`role.${id}`) }))}
        onChange={choose}
      />
    </FieldShell>
  );
}

type Edge = NonNullable<PrintForm['words']['header']>;
type EdgeProps = {
  readonly edge: 'header' | 'footer';
  readonly value: Edge;
  readonly onChange: (edge: Edge) => void;
};

function EdgePart({ edge, value, onChange }: EdgeProps) {
  const say = useMessage();
  const parts = ['brand', 'moment', 'pages'] as const;
  return (
    <FieldShell id={`print-${edge}`} label={say(`configure.print.${edge}`)} as="group">
      <MultiSelect
        id={`print-${edge}`}
        labelledBy={`print-${edge}-label`}
        value={parts.filter((part) => value[part])}
        options={parts.map((id) => ({ id, label: say(`configure.print.edge.${id}`) }))}
        onChange={(ids) =>
          onChange({
            ...(value.text && { text: value.text }),
            ...Object.fromEntries(parts.filter((part) => ids.includes(part)).map((part) => [part, true])),
          })
        }
      />
    </FieldShell>
  );
}
