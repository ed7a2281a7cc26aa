import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../data/App.tsx';
import { useDialogs } from '../../data/dialogs.tsx';
import { useFormats } from '../../data/formats.ts';
import { listState } from '../../data/listState.ts';
import { useMessage } from '../../data/messages.tsx';
import { PersonName } from '../../data/PersonName.tsx';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { PlainTable } from '../PlainTable.tsx';
import { SecretDialog } from './SecretDialog.tsx';

type Secret = {
  readonly Name: string;
  readonly Host: string;
  readonly ModifiedDate: string;
  readonly ModifiedBy: string | null;
};

const queryKey = ['configure', 'automation-secrets'];

/** The secrets that calls of automations send. Nobody sees a value again. */
export function SecretsCard() {
  const say = useMessage();
  const api = useApi();
  const client = useQueryClient();
  const [edited, setEdited] = useState<Pick<Secret, 'Name' | 'Host'>>();
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      api.get<{ Items: readonly Secret[] }>('/configure/automations/secrets', { signal }),
  });
  const items = found.data?.Items ?? [];
  const shows = listState(found, items.length);
  const close = () => {
    setEdited(undefined);
    void client.invalidateQueries({ queryKey });
  };
  return (
    <Card
      title={say('configure.secrets')}
      id="automation-secrets"
      actions={
        <Button size="small" onPress={() => setEdited({ Name: '', Host: '' })}>
          {say('configure.secret.add')}
        </Button>
      }
    >
      <p>{say('configure.secrets.note')}</p>
      {shows === 'loading' && <Skeleton look="rows" />}
      {shows === 'failed' && <ErrorState onRetry={() => void found.refetch()} />}
      {items.length > 0 && <SecretsTable secrets={items} onEdit={setEdited} onRemoved={close} />}
      {edited && <SecretDialog start={edited} onClose={close} />}
    </Card>
  );
}

type TableProps = {
  readonly secrets: readonly Secret[];
  readonly onEdit: (secret: Secret) => void;
  readonly onRemoved: () => void;
};

function SecretsTable({ secrets, onEdit, onRemoved }: TableProps) {
  const say = useMessage();
  const formats = useFormats();
  return (
    <PlainTable
      label={say('configure.secrets')}
      rows={secrets}
      rowId={({ Name }) => Name}
      columns={[
        {
          id: 'name',
          title: say('configure.secret.name'),
          isHead: true,
          cell: ({ Name }) => `{secret.${Name}}`,
        },
        { id: 'host', title: say('configure.secret.host'), cell: ({ Host }) => Host },
        {
          id: 'date',
          title: say('configure.secret.changed'),
          cell: ({ ModifiedDate, ModifiedBy }) => (
            <span className={area.line}>
              {formats.dateTime(ModifiedDate)} <PersonName userName={ModifiedBy ?? ''} />
            </span>
          ),
        },
        {
          id: 'actions',
          title: say('configure.actions'),
          cell: (secret) => <SecretActions {...{ secret, onEdit, onRemoved }} />,
        },
      ]}
    />
  );
}

function SecretActions({
  secret,
  onEdit,
  onRemoved,
}: Omit<TableProps, 'secrets'> & { readonly secret: Secret }) {
  const say = useMessage();
  const api = useApi();
  const dialogs = useDialogs();
  const remove = async () => {
    const isSure = await dialogs.confirm(say('configure.secret.remove.sure', { name: secret.Name }), {
      title: say('configure.secret.remove', { name: secret.Name }),
      yes: say('configure.secret.remove', { name: secret.Name }),
      tone: 'danger',
    });
    if (!isSure) return;
    await api.send('DELETE', `/configure/automations/secrets/${encodeURIComponent(secret.Name)}`, undefined);
    onRemoved();
  };
  return (
    <span className={area.line}>
      <Button
        size="small"
        onPress={() => onEdit(secret)}
        label={`${say('configure.secret.replace')}: ${secret.Name}`}
      >
        {say('configure.secret.replace')}
      </Button>
      <Button size="small" tone="caution" onPress={() => void remove()}>
        {say('configure.secret.remove', { name: secret.Name })}
      </Button>
    </span>
  );
}
