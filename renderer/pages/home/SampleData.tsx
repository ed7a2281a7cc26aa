import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../data/App.tsx';
import { useDialogs, useToast } from '../../data/dialogs.tsx';
import { errorText } from '../../data/errorText.ts';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import styles from './home.module.css';

/** Whether the sample data of the application are there, and what may be done about them. */
type SampleState = { readonly IsLoaded: boolean; readonly MayLoad: boolean; readonly MayRemove: boolean };

const path = '/sample-data';

/** Undefined for people who may not load them, and until it is known. */
export function useSampleData(isNeeded: boolean): SampleState | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['list', 'sample-data'],
    enabled: isNeeded,
    retry: false,
    queryFn: ({ signal }) => api.get<SampleState>(path, { signal }),
  });
  return data && (data.MayLoad || data.MayRemove) ? data : undefined;
}

/** Loads the sample data to try the application, and removes them again. */
export function SampleData({ state }: { readonly state: SampleState }) {
  const say = useMessage();
  const api = useApi();
  const client = useQueryClient();
  const dialogs = useDialogs();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const word = state.IsLoaded ? 'remove' : 'load';
  const press = async () => {
    const title = say(`sample.${word}`);
    if (!(await dialogs.confirm(say(`sample.${word}.confirm`), { title, yes: title }))) return;
    setBusy(true);
    try {
      await api.send(state.IsLoaded ? 'DELETE' : 'POST', path, undefined, { intent: 'same-content' });
      await client.invalidateQueries();
      toast.show(say(`sample.${word}.done`), 'success', path);
    } catch (error) {
      toast.show(errorText(error, say), 'error', path);
    } finally {
      setBusy(false);
    }
  };
  return (
    <p className={styles.sample}>
      {say(`sample.${word}.text`)}
      <Button busy={isBusy} onPress={() => void press()}>
        {say(`sample.${word}`)}
      </Button>
    </p>
  );
}
