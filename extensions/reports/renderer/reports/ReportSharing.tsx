import { useState } from 'react';
import {
  AddressTabs,
  Button,
  Card,
  FieldShell,
  MultiSelect,
  useApi,
  useMessage,
  useModel,
  useToast,
} from '#renderer';
import styles from './reports.module.css';
import { type Person, usePeople } from './usePeople.ts';

type Share = {
  readonly RoleId?: string | null;
  readonly UserId?: string | null;
  readonly User?: Person | null;
};
type Props = {
  readonly report: string;
  readonly shares: readonly Share[];
  readonly alertErrors: (error: unknown) => void;
};

/** Shares a flavour with others: a tab for roles and one for people. */
export function ReportSharing({ report, shares, alertErrors }: Props) {
  const say = useMessage();
  const api = useApi();
  const toast = useToast();
  const model = useModel();
  const [roles, setRoles] = useState(shares.flatMap(({ RoleId }) => RoleId ?? []));
  const [users, setUsers] = useState(shares.flatMap(({ UserId }) => UserId ?? []));
  const found = usePeople(
    shares.flatMap(({ User }) => User ?? []),
    users,
  );
  const share = async () => {
    const entries = [...roles.map((RoleId) => ({ RoleId })), ...users.map((UserId) => ({ UserId }))];
    try {
      await api.send(
        'POST',
        '/report/share',
        { Id: report, ReportConfigurationUserRoles: entries },
        // It replaces all shares.
        { intent: 'same-content' },
      );
      toast.show(say('report.shared'), 'success');
    } catch (error) {
      alertErrors(error);
    }
  };
  const roleOptions = [...model.roles.values()].map(({ id }) => ({ id, label: say(`role.${id}`) }));
  const picker = (kind: 'roles' | 'users') => (
    <FieldShell id={`share-${kind}`} label={say(`report.share.${kind}`)} as="group">
      <MultiSelect
        id={`share-${kind}`}
        label={say(`report.share.${kind}`)}
        value={kind === 'roles' ? roles : users}
        options={kind === 'roles' ? roleOptions : found.options}
        {...(kind === 'users' ? { onSearch: found.search, loading: found.isLoading, more: found.more } : {})}
        onChange={(ids) => (kind === 'roles' ? setRoles : setUsers)([...ids])}
      />
    </FieldShell>
  );
  return (
    <Card
      id="sharing"
      title={say('report.share')}
      actions={<Button onPress={() => void share()}>{say('report.share')}</Button>}
    >
      <div className={styles.report}>
        <AddressTabs
          place="sharing"
          label={say('report.share')}
          items={(['roles', 'users'] as const).map((kind) => ({
            ...{ id: kind, label: say(`report.share.${kind}`), content: picker(kind) },
          }))}
        />
      </div>
    </Card>
  );
}
