import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import type { ScreenModel } from '#engine';
import { useApi, useModel } from '../data/App.tsx';
import { useToast } from '../data/dialogs.tsx';
import { useFormats } from '../data/formats.ts';
import type { Intent } from '../data/intents.ts';
import { useMessage } from '../data/messages.tsx';
import { type ScreenScope, screenSubject } from '../data/screenScope.ts';
import area from '../parts/area.module.css';
import { Button } from '../parts/Button.tsx';
import { useCopyAddress } from '../parts/CopyAddress.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { FieldShell } from '../parts/FieldShell.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Select } from '../parts/Select.tsx';

/** A public form by which this person may make links. */
type Linkable = {
  readonly Address: string;
  readonly Title: string;
  readonly Days: number;
  readonly Once: boolean;
};
type Made = { readonly Url: string; readonly ExpiresAt: string; readonly Once: boolean };

/** Links through which someone without a login fills in fields of the record of a screen. */
export function FormLinks({ screen, scope }: { screen: ScreenModel; scope: ScreenScope }) {
  const say = useMessage();
  const api = useApi();
  const subject = screenSubject(screen, scope);
  const forms = useModel().entities.get(subject?.entity ?? '')?.publicForms ?? [];
  const isOffered = forms.some(({ link, off }) => link && !off);
  const { data } = useQuery({
    queryKey: ['publicforms', subject?.entity],
    enabled: isOffered,
    queryFn: ({ signal }) =>
      api.get<{ Items: readonly Linkable[] }>(`/publicforms?entity=${subject?.entity}`, { signal }),
  });
  const [isOpen, setOpen] = useState(false);
  const linkable = isOffered ? (data?.Items ?? []) : [];
  if (!subject || !linkable[0]) return null;
  return (
    <>
      <Button icon={<Icon icon={Send} />} onPress={() => setOpen(true)}>
        {say('form.link')}
      </Button>
      {isOpen && (
        <LinkDialog forms={linkable} record={String(subject.record.Id)} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

type DialogProps = {
  readonly forms: readonly Linkable[];
  readonly record: string;
  readonly onClose: () => void;
};

function LinkDialog({ forms, record, onClose }: DialogProps) {
  const say = useMessage();
  const api = useApi();
  const toast = useToast();
  const [address, setAddress] = useState(forms[0]?.Address ?? '');
  const [made, setMade] = useState<Made>();
  const form = forms.find((one) => one.Address === address);
  const path = `/publicforms/${address}/link`;
  const make = async (intent: Intent) =>
    setMade(await api.send<Made>('POST', path, { RecordId: record }, { intent }));
  const end = async (intent: Intent) => {
    await api.send('DELETE', `${path}/${record}`, undefined, { intent });
    toast.show(say('form.link.ended'), 'success');
    onClose();
  };
  if (made) return <MadeDialog made={made} onClose={onClose} />;
  return (
    <Dialog
      title={say('form.link')}
      onClose={onClose}
      main={{ label: say('form.link.make'), onPress: make }}
      other={{ label: say('form.link.end'), onPress: end }}
      cancel={say('ui.cancel')}
    >
      <p>{say('form.link.note')}</p>
      {forms.length > 1 && (
        <FieldShell id="form-link-form" name="Form" label={say('form.link.form')} as="group">
          <Select
            id="form-link-form"
            labelledBy="form-link-form-label"
            value={address}
            options={forms.map(({ Address, Title }) => ({ id: Address, label: Title }))}
            onChange={(next) => next && setAddress(next)}
          />
        </FieldShell>
      )}
      {form && (
        <p className={area.note}>
          {form.Title} · {say('form.link.days', { count: form.Days })}
          {form.Once && ` · ${say('form.link.once')}`}
        </p>
      )}
    </Dialog>
  );
}

/** Shown once: only a digest of the link is stored. */
function MadeDialog({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const say = useMessage();
  const formats = useFormats();
  const copy = useCopyAddress(made.Url);
  return (
    <Dialog
      title={say('form.link')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{say('ui.close')}</Button>
          <Button tone="primary" onPress={copy}>
            {say('configure.form.copy')}
          </Button>
        </>
      }
    >
      <p>{say('form.link.shown-once', { until: formats.dateTime(made.ExpiresAt) })}</p>
      <p className={area.code}>{made.Url}</p>
    </Dialog>
  );
}
