import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import type { DataRecord, FormBlock } from '#engine';
import { useApi, useModel } from '../../data/App.tsx';
import { useMessage } from '../../data/messages.tsx';
import { findPath, keys, type Page, recordPath } from '../../data/queries.ts';
import { ComboBox } from '../../parts/ComboBox.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { type DrawForm, PreviewForm, type TypedForms } from './PreviewForm.tsx';

type Props = {
  readonly block: FormBlock;
  readonly fields: readonly string[];
  readonly role: string;
  /** Whether the entity can have records. */
  readonly isStored: boolean;
  readonly typed: TypedForms;
  /** Key of the form and its screen in `typed`. */
  readonly form: string;
  /** Draws the form, if not as it is filled in. */
  readonly draw?: DrawForm;
  /** What surrounds the form, but not the choice of the record. */
  readonly around?: (form: ReactNode) => ReactNode;
};

/** Chooses the record of the preview, and shows its form. */
export function PreviewRecord({ block, fields, role, isStored, typed, form, draw, around = bare }: Props) {
  const say = useMessage();
  const { records, isLoading } = useSomeRecords(block.entity, isStored);
  const [picked, pick] = useState<string>();
  const id = picked ?? records[0]?.id;
  // Keep the first choice when the records load in another order.
  if (picked === undefined && id !== undefined) pick(id);
  const record = useRecord(block.entity, id);
  const owner = useOwner(block, record);
  // Wait for the record: an empty form replaced later would lose what was typed.
  const isReady = !isLoading && (id === undefined || record !== undefined) && owner.isReady;
  const place = `${form} ${id ?? ''}`;
  return (
    <>
      {records.length > 0 && (
        <FieldShell id="preview-record" label={say('configure.preview.record')}>
          <ComboBox
            id="preview-record"
            required
            value={id}
            options={records}
            onChange={(chosen) => chosen && pick(chosen)}
          />
        </FieldShell>
      )}
      {around(
        isReady ? (
          <Suspense fallback={<Skeleton look="form" />}>
            <PreviewForm
              key={id}
              {...{ block, fields, record, role, typed, place, draw }}
              owner={owner.record}
            />
          </Suspense>
        ) : (
          <Skeleton look="form" />
        ),
      )}
    </>
  );
}

const bare = (form: ReactNode): ReactNode => form;

/** The first records to choose from; the list is searchable by name. */
function useSomeRecords(entity: string, isStored: boolean) {
  const [api, model] = [useApi(), useModel()];
  const path = findPath(model, entity);
  const query = `${path}?pageSize=50`;
  const { data, isLoading } = useQuery({
    queryKey: keys.list(entity, query),
    enabled: isStored && path !== undefined,
    retry: false,
    queryFn: ({ signal }) => api.get<Page>(query, { signal }),
  });
  const name = model.entities.get(entity)?.labelField ?? 'Name';
  const records = (data?.Items ?? []).map((record) => ({
    id: String(record.Id),
    label: String(record[name] ?? record.Id),
  }));
  return { records, isLoading };
}

function useRecord(entity: string, id: string | undefined): DataRecord | undefined {
  const [api, model] = [useApi(), useModel()];
  const path = id === undefined ? undefined : recordPath(model, entity, id);
  const { data } = useQuery({
    queryKey: keys.record(entity, id ?? ''),
    enabled: path !== undefined,
    retry: false,
    queryFn: ({ signal }) => api.get<DataRecord>(path ?? '', { signal }),
  });
  return data;
}

/** The owner record, which rules read as $owner. */
function useOwner(block: FormBlock, record: DataRecord | undefined) {
  const field = useModel().entities.get(block.entity)?.owner;
  const id = field && record?.[field.name];
  const owner = useRecord(field?.ref?.entity ?? '', typeof id === 'string' ? id : undefined);
  return { record: owner, isReady: typeof id !== 'string' || owner !== undefined };
}
