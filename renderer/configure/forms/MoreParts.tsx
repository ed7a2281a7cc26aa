import { type Locale, locales, recipientKind } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Card } from '../../parts/Card.tsx';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { DateField } from '../../parts/DateField.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { MultiSelect } from '../../parts/MultiSelect.tsx';
import { NumberField } from '../../parts/NumberField.tsx';
import { Select } from '../../parts/Select.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { TextsField } from '../TextsField.tsx';
import { useWork } from '../work.tsx';
import type { PartProps } from './partProps.ts';

/** The confirmation to the sender, and who is told of an answer. */
export function MailPart({ entity, form, put }: PartProps) {
  const say = useMessage();
  const issuesAt = useIssuesAt('publicForm');
  const { say: label, model } = useWork();
  const addresses = form.fields.filter(
    ({ field }) => recipientKind(entity.fieldByPath.get(field)) === 'address',
  );
  const roles = [...model.roles.values()].map(({ id }) => ({ id, label: label(`role.${id}`) }));
  return (
    <Card title={say('configure.form.mail')} id="form-mail">
      <div className={styles.form}>
        <FieldShell
          id="form-mail-to"
          label={say('configure.form.mail.to')}
          as="group"
          issues={issuesAt('/confirm/to')}
        >
          <Select
            id="form-mail-to"
            labelledBy="form-mail-to-label"
            value={form.mailTo || undefined}
            options={addresses.map(({ field }) => ({
              id: field,
              label: label(entity.fieldByPath.get(field)?.label ?? field),
            }))}
            onChange={(mailTo) => put({ mailTo: mailTo ?? '' })}
          />
        </FieldShell>
        {form.mailTo !== '' && <Confirmation {...{ entity, form, put }} />}
        <FieldShell
          id="form-roles"
          label={say('configure.form.roles')}
          as="group"
          issues={issuesAt('/notify/roles')}
        >
          <MultiSelect
            id="form-roles"
            labelledBy="form-roles-label"
            value={form.roles}
            options={roles}
            onChange={(chosen) => put({ roles: chosen })}
          />
        </FieldShell>
      </div>
    </Card>
  );
}

function Confirmation({ entity, form, put }: Pick<PartProps, 'entity' | 'form' | 'put'>) {
  const say = useMessage();
  const issuesAt = useIssuesAt('publicForm');
  return (
    <>
      <TextsField
        {...{ label: say('configure.form.mail.subject'), value: form.subject, required: true }}
        {...{ issuesAt, about: entity, at: '/confirm/subject', help: say('configure.form.mail.help') }}
        onChange={(subject) => put({ subject })}
      />
      <TextsField
        {...{ label: say('configure.form.mail.text'), value: form.text, required: true, multiline: true }}
        {...{ issuesAt, about: entity, at: '/confirm/text' }}
        onChange={(text) => put({ text })}
      />
    </>
  );
}

/** When it takes answers, and how many. */
export function TimePart({ form, put }: PartProps) {
  const say = useMessage();
  const issuesAt = useIssuesAt('publicForm');
  return (
    <Card title={say('configure.form.time')} id="form-time">
      <div className={styles.form}>
        <FieldShell id="form-from" label={say('configure.form.from')} as="group" issues={issuesAt('/from')}>
          <DateField
            id="form-from"
            labelledBy="form-from-label"
            value={form.from || undefined}
            onChange={(from) => put({ from: from ?? '' })}
          />
        </FieldShell>
        <FieldShell
          id="form-until"
          label={say('configure.form.until')}
          as="group"
          issues={issuesAt('/until')}
        >
          <DateField
            id="form-until"
            labelledBy="form-until-label"
            value={form.until || undefined}
            onChange={(until) => put({ until: until ?? '' })}
          />
        </FieldShell>
        <FieldShell id="form-most" label={say('configure.form.most')} issues={issuesAt('/mostPerDay')}>
          <NumberField
            id="form-most"
            value={form.mostPerDay}
            onChange={(most) => put({ mostPerDay: typeof most === 'number' ? most : 1 })}
          />
        </FieldShell>
      </div>
    </Card>
  );
}

const accents = ['green', 'red', 'amber', 'grey'] as const;

/** Languages, theme and colour of the page. */
export function LookPart({ form, put }: PartProps) {
  const say = useMessage();
  const issuesAt = useIssuesAt('publicForm');
  const languages = locales.map((id: Locale) => ({ id, label: say(`configure.language.${id}`) }));
  return (
    <Card title={say('configure.form.look')} id="form-look">
      <div className={styles.form}>
        <FieldShell
          id="form-languages"
          label={say('configure.form.languages')}
          as="group"
          issues={issuesAt('/languages')}
        >
          <MultiSelect
            id="form-languages"
            labelledBy="form-languages-label"
            value={form.languages}
            options={languages}
            onChange={(chosen) => put({ languages: chosen })}
          />
        </FieldShell>
        <FieldShell id="form-theme" label={say('configure.form.theme')} as="group">
          <Select
            id="form-theme"
            labelledBy="form-theme-label"
            value={form.theme || 'device'}
            options={['device', 'light', 'dark'].map((id) => ({
              id,
              label: say(`configure.form.theme.${id}`),
            }))}
            onChange={(theme) => put({ theme: theme === 'light' || theme === 'dark' ? theme : '' })}
          />
        </FieldShell>
        <FieldShell id="form-accent" label={say('configure.form.accent')} as="group">
          <Select
            id="form-accent"
            labelledBy="form-accent-label"
            value={form.accent || 'blue'}
            options={['blue', ...accents].map((id) => ({ id, label: say(`configure.form.accent.${id}`) }))}
            onChange={(accent) => put({ accent: accent === 'blue' ? '' : (accent ?? '') })}
          />
        </FieldShell>
      </div>
    </Card>
  );
}

/** What someone may change through a link to one record. */
export function LinkPart({ entity, form, put }: PartProps) {
  const say = useMessage();
  const issuesAt = useIssuesAt('publicForm');
  const { say: label } = useWork();
  const options = form.fields.map(({ field }) => ({
    id: field,
    label: label(entity.fieldByPath.get(field)?.label ?? field),
  }));
  return (
    <Card title={say('configure.form.link')} id="form-link">
      <div className={styles.form}>
        <FieldShell
          id="form-link-fields"
          label={say('configure.form.link.fields')}
          help={say('configure.form.link.help')}
          as="group"
          issues={issuesAt('/link/fields')}
        >
          <MultiSelect
            id="form-link-fields"
            labelledBy="form-link-fields-label"
            value={form.linkFields}
            options={options}
            onChange={(linkFields) => put({ linkFields })}
          />
        </FieldShell>
        {form.linkFields.length > 0 && (
          <>
            <FieldShell
              id="form-link-days"
              label={say('configure.form.link.days')}
              issues={issuesAt('/link/days')}
            >
              <NumberField
                id="form-link-days"
                value={form.linkDays}
                onChange={(days) => put({ linkDays: typeof days === 'number' ? days : 1 })}
              />
            </FieldShell>
            <Checkbox id="form-link-once" checked={form.isOnce} onChange={(isOnce) => put({ isOnce })}>
              {say('configure.form.link.once')}
            </Checkbox>
          </>
        )}
      </div>
    </Card>
  );
}
