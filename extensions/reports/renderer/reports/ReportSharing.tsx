import { useEffect, useState } from 'react';
import {
  AddressTabs,
  Button,
  Card,
  type ChoicePage,
  FieldShell,
  MultiSelect,
  type Option,
  optionsOf,
  useApi,
  useChoices,
  useMessage,
  useModel,
  useToast,
} from '#renderer';
import styles from './reports.module.css';

type Person = { readonly Id: string; readonly DisplayName: string; readonly UserName: string };
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

/** Ten people per page, by last name; a search matches part of any name. */
const people = '/profile/employee/availableforreport?pageSize=10&sortFields=LastName&sortDirections=1';

type People = { readonly Items: readonly Person[]; readonly TotalItems: number };

const optionOf = ({ Id, DisplayName, UserName }: Person): Option => ({
  ...{ id: Id, label: DisplayName, note: UserName },
});

/** Search results after the people already chosen, which a search may not return. */
function usePeople(shares: readonly Share[], users: readonly string[]) {
  const api = useApi();
  const [known, setKnown] = useState(shares.flatMap(({ User }) => (User ? [optionOf(User)] : [])));
  const find = async (text: string, page: number): Promise<ChoicePage> => {
    const { Items, TotalItems: total } = await api.get<People>(
      `${people}&page=${page}&filterValue=${encodeURIComponent(text)}`,
    );
    const found = Items.map(optionOf);
    setKnown((before) => [...before.filter(({ id }) => !found.some((one) => one.id === id)), ...found]);
    const choices = found.map(({ id, label, note }) => ({ value: id, label, ...(note ? { note } : {}) }));
    return { choices, hasMore: found.length > 0 && page * 10 < total, total };
  };
  const { choices, isLoading, search, more } = useChoices(find);
  useEffect(() => search(''), [search]);
  const chosen = known.filter(({ id }) => users.includes(id));
  const others = optionsOf(choices).filter(({ id }) => !users.includes(id));
  return { options: [...chosen, ...others], isLoading, search, more };
}

/** Shares a flavour with others: a tab for roles and one for people. */
export function ReportSharing({ report, shares, alertErrors }: Props) {
  const say = useMessage();
  const api = useApi();
  const toast = useToast();
  const model = useModel();
  const [roles, setRoles] = useState(shares.flatMap(({ RoleId }) => RoleId ?? []));
  const [users, setUsers] = useState(shares.flatMap(({ UserId }) => UserId ?? []));
  const found = usePeople(shares, users);
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
