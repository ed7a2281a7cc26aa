import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { PlainTable } from '../../configure/PlainTable.tsx';
import { ApiError } from '../../data/ApiError.ts';
import { useApi } from '../../data/App.tsx';
import { useDialogs, useToast } from '../../data/dialogs.tsx';
import { useFormats } from '../../data/formats.ts';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Card } from '../../parts/Card.tsx';
import { IconButton } from '../../parts/IconButton.tsx';

type Link = {
  readonly Id: string;
  readonly ProviderName: string;
  readonly CreatedDate: string;
  readonly LastUsedDate: string | null;
};
type Found = { readonly Items: readonly Link[]; readonly MayRemove: boolean };

const path = '/account/companylink';
const queryKey = ['account', 'company-links'];

/** The providers linked to the account; nothing for people without any. */
export function CompanyLinks() {
  const say = useMessage();
  const api = useApi();
  const formats = useFormats();
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => api.get<Found>(path, { signal }) });
  const remove = useRemove();
  if (!data?.Items[0]) return null;
  return (
    <Card title={say('account.company-links.title')}>
      <div className={area.stack}>
        <p className={area.note}>{say('account.company-links.text')}</p>
        <PlainTable
          label={say('account.company-links.title')}
          rows={data.Items}
          rowId={({ Id }) => Id}
          columns={[
            {
              id: 'provider',
              title: say('account.company-links.provider'),
              isHead: true,
              cell: ({ ProviderName }) => ProviderName,
            },
            {
              id: 'linked',
              title: say('account.company-links.linked'),
              cell: ({ CreatedDate }) => formats.dateTime(CreatedDate),
            },
            {
              id: 'used',
              title: say('account.sessions.used'),
              cell: ({ LastUsedDate }) => (LastUsedDate ? formats.dateTime(LastUsedDate) : '–'),
            },
            {
              id: 'tools',
              title: say('configure.tools'),
              cell: (link) => (
                <IconButton
                  icon={Trash2}
                  size="small"
                  disabled={!data.MayRemove}
                  label={say('account.company-link.remove-of', { name: link.ProviderName })}
                  onPress={() => void remove(link)}
                />
              ),
            },
          ]}
        />
        {!data.MayRemove && <p className={area.quiet}>{say('account.company-link.only-way')}</p>}
      </div>
    </Card>
  );
}

function useRemove(): (link: Link) => Promise<void> {
  const say = useMessage();
  const api = useApi();
  const toast = useToast();
  const dialogs = useDialogs();
  const client = useQueryClient();
  return async ({ Id, ProviderName }) => {
    const yes = { yes: say('account.company-link.remove'), tone: 'danger' } as const;
    const text = say('account.company-link.remove.confirm', { name: ProviderName });
    if (!(await dialogs.confirm(text, yes))) return;
    try {
      await api.send('DELETE', `${path}/${Id}`);
      toast.show(say('account.company-link.removed'), 'success');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast.show(error.message, 'error', 'company-link');
    }
    await client.invalidateQueries({ queryKey: ['account'] });
  };
}
