import type { AccountLimits } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { MultiSelect } from '../../parts/MultiSelect.tsx';
import { Select } from '../../parts/Select.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { useWork } from '../work.tsx';

type Props = {
  readonly id: string;
  /** JSON pointer of the field in its change: '' or `/fields/0`. */
  readonly at: string;
  readonly account: AccountLimits | undefined;
  readonly onChange: (account: AccountLimits | undefined) => void;
};

/** Whom a person field may name, and whether it starts with the creator. */
export function AccountPart({ id, at, account = {}, onChange }: Props) {
  const say = useMessage();
  const { model, say: label } = useWork();
  const issuesAt = useIssuesAt('field');
  const set = (next: AccountLimits) => {
    const kept = Object.entries({ ...account, ...next }).filter(([, value]) => value !== undefined);
    onChange(kept.length > 0 ? Object.fromEntries(kept) : undefined);
  };
  return (
    <>
      <div className={styles.pair}>
        <FieldShell
          id={`${id}-roles`}
          label={say('configure.account.roles')}
          as="group"
          issues={issuesAt(`${at}/account/roles`)}
        >
          <MultiSelect
            id={`${id}-roles`}
            labelledBy={`${id}-roles-label`}
            value={account.roles ?? []}
            options={[...model.roles.keys()].map((role) => ({ id: role, label: label(`role.${role}`) }))}
            onChange={([first, ...more]) =>
              set({ roles: first === undefined ? undefined : [first, ...more] })
            }
          />
        </FieldShell>
        <FieldShell
          id={`${id}-feature`}
          label={say('configure.account.feature')}
          as="group"
          issues={issuesAt(`${at}/account/feature`)}
        >
          <Select
            id={`${id}-feature`}
            labelledBy={`${id}-feature-label`}
            value={account.feature}
            options={[...model.features.keys()].map((key) => ({ id: key, label: label(`feature.${key}`) }))}
            onChange={(feature) => set({ feature })}
          />
        </FieldShell>
      </div>
      <Checkbox
        id={`${id}-creator`}
        checked={account.default === 'creator'}
        onChange={(isCreator) => set({ default: isCreator ? 'creator' : undefined })}
      >
        {say('configure.account.creator')}
      </Checkbox>
    </>
  );
}
