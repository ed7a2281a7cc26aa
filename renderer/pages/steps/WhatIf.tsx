import { useApi } from '../../data/App.tsx';
import { useMessage } from '../../data/messages.tsx';
import { ChangesView } from '../rates/ChangesView.tsx';
import { OtherSet } from '../rates/OtherSet.tsx';
import type { Changes } from '../rates/types.ts';
import styles from './steps.module.css';
import type { Draft } from './types.ts';

type Props = { readonly list: string; readonly draft: Draft; readonly isValid: boolean };

/** What the steps as they are typed would change in a set of amounts that was made before. */
export function WhatIf({ list, draft: { Steps, LookUpTables, Examples }, isValid }: Props) {
  const [api, say] = [useApi(), useMessage()];
  const Formula = { Steps, LookUpTables, Examples };
  return (
    <OtherSet list={list}>
      {(id) =>
        isValid ? (
          <ChangesView
            key={id}
            question={JSON.stringify(Formula)}
            ask={(more, signal) =>
              api.send<Changes>('POST', `${list}/${id}/whatif`, { ...more, Formula }, { signal })
            }
          />
        ) : (
          <p className={styles.note}>{say('ui.steps.what-if.invalid')}</p>
        )
      }
    </OtherSet>
  );
}
