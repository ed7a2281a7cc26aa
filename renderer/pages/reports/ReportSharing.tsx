import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi, useModel } from '../../data/App.tsx';
import { useToast } from '../../data/dialogs.tsx';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { MultiSelect } from '../../parts/MultiSelect.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import styles from './reports.module.css';

type Share = { readonly RoleId?: string | null; readonly UserId?: string | null };
type Person = { readonly Id: string; readonly DisplayName: string; readonly UserName: string };
type Props = {
  readonly report: string;
  readonly shares: readonly Share[];
  readonly alertErrors: (error: unknown) => void;
};

/** Ten people at a time, by last name. */
const people = '/profile/employee/availableforreport?page=1&pageSize=10&sortFields=LastName&sortDirections=1';

/** Who sees a flavour beside its owner: roles behind one tab, people behind the other. */
export function ReportSharing({ report, shares, alertErrors }: Props) {
  const say = useMessage();
  const api = useApi();
  const toast = useToast();
  const model = useModel();
  const [roles, setRoles] = useState(shares.flatMap(({ RoleId }) => RoleId ?? []));
  const [users, setUsers] = useState(shares.flatMap(({ UserId }) => UserId ?? []));
  const { data } = useQuery({
    queryKey: ['report-people'],
    queryFn: ({ signal }) => api.get<{ readonly Items: readonly Person[] }>(people, { signal }),
  });
  const share = async () => {
    const entries = [...roles.map((RoleId) => ({ RoleId })), ...users.map((UserId) => ({ UserId }))];
    try {
      await api.send('POST', '/report/share', { Id: report, ReportConfigurationUserRoles: entries });
      toast.show(say('report.shared'), 'success');
    } catch (error) {
      alertErrors(error);
    }
  };
  const roleOptions = [...model.roles.values()].map(({ id }) => ({ id, label: say(`role.${id}`) }));
  const userOptions = (data?.Items ?? []).map((one) => ({
    ...{ id: one.Id, label: one.DisplayName, note: one.UserName },
  }));
  const picker = (kind: 'roles' | 'users') => (
    <FieldShell id={`share-${kind}`} label={say(`report.share.${kind}`)} as="group">
      <MultiSelect
        id={`share-${kind}`}
        label={say(`report.share.${kind}`)}
        value={kind === 'roles' ? roles : users}
        options={kind === 'roles' ? roleOptions : userOptions}
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
        <Tabs
          label={say('report.share')}
          items={(['roles', 'users'] as const).map((kind) => ({
            ...{ id: kind, label: say(`report.share.${kind}`), content: picker(kind) },
          }))}
        />
      </div>
    </Card>
  );
}
