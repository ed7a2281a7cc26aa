import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { EntityModel } from '#engine';
import { useApi } from '../../data/App.tsx';
import { useToast } from '../../data/dialogs.tsx';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import form from '../form.module.css';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';

type Props = { readonly entity: EntityModel };

/** Dependents that are deleted or changed with an entity. */
type Dependents = Readonly<Record<'Gone' | 'Changed', readonly { readonly Subject: string }[]>> & {
  /** Null where the person may not see all records. */
  readonly Records: number | null;
};

/** Deletes an entity of the overlay, after listing its dependents. */
export function TakeOutEntity({ entity }: Props) {
  const say = useMessage();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Icon icon={Trash2} />} onPress={() => setOpen(true)}>
        {say('configure.entity.take-out')}
      </Button>
      {isOpen && <TakeOutDialog entity={entity} onClose={() => setOpen(false)} />}
    </>
  );
}

function TakeOutDialog({ entity, onClose }: Props & { onClose: () => void }) {
  const say = useMessage();
  const toast = useToast();
  const navigate = useNavigate();
  const { say: label } = useWork();
  const { takeEntity } = useSaveDraft({ throws: true });
  const { data, isError, refetch } = useDependents(entity.id);
  const title = label(entity.plural);
  const [typed, setTyped] = useState('');
  const isNamed = typed.trim() === title;
  const ask = say('configure.entity.take-out.name', { name: title });
  const takeOut = async () => {
    if (!(await takeEntity(entity.id))) return;
    toast.show(say('configure.entity.taken-out', { entity: title }), 'success');
    navigate('/configure');
  };
  return (
    <Dialog
      title={say('configure.entity.take-out.title', { entity: title })}
      onClose={onClose}
      main={{
        label: say('configure.entity.take-out'),
        tone: 'danger',
        disabled: !data,
        refusal: isNamed ? undefined : ask,
        onPress: takeOut,
      }}
      cancel={say('ui.cancel')}
    >
      <div className={form.form}>
        <p>{say('configure.entity.take-out.text')}</p>
        {isError && <ErrorState text={say('ui.error.text')} onRetry={() => void refetch()} />}
        {!data && !isError && <Skeleton look="form" lines={2} />}
        {data && (
          <>
            <Counts data={data} />
            <Subjects title={say('configure.entity.take-out.gone')} of={data.Gone} />
            <Subjects title={say('configure.entity.take-out.changed')} of={data.Changed} />
          </>
        )}
        <FieldShell id="take-out-name" name="name" label={ask}>
          <TextInput id="take-out-name" value={typed} onChange={setTyped} />
        </FieldShell>
      </div>
    </Dialog>
  );
}

function Counts({ data: { Records, Gone, Changed } }: { data: Dependents }) {
  const say = useMessage();
  const uses = Gone.length + Changed.length;
  return (
    <p>
      {Records !== null && <>{say('configure.entity.take-out.records', { count: Records })} </>}
      {say('configure.entity.take-out.uses', { count: uses })}
    </p>
  );
}

function Subjects({ title, of }: { title: string; of: Dependents['Gone'] }) {
  if (of.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {[...new Set(of.map(({ Subject }) => Subject))].map((subject) => (
          <li key={subject}>{subject}</li>
        ))}
      </ul>
    </section>
  );
}

function useDependents(name: string) {
  const api = useApi();
  const { draft } = useWork();
  return useQuery({
    queryKey: ['configure', 'dependents', name, draft.Revision],
    queryFn: ({ signal }) =>
      api.get<Dependents>(`/configure/draft/entity/${encodeURIComponent(name)}/dependents`, { signal }),
  });
}
