import { useApi, useMessage } from '#renderer';
import { ChangesView } from '../rates/ChangesView.tsx';
import { OtherSet } from '../rates/OtherSet.tsx';
import type { Changes } from '../rates/types.ts';
import styles from './steps.module.css';
import type { Draft, Judged } from './types.ts';

type Props = { readonly list: string; readonly draft: Draft; readonly judged: Judged | undefined };

/** What the current steps would change in an existing set of amounts. */
export function WhatIf({ list, draft: { Steps, LookUpTables }, judged }: Props) {
  const [api, say] = [useApi(), useMessage()];
  const Formula = { Steps, LookUpTables };
  // A failing example does not prevent the comparison.
  const isUsable = Steps.length > 0 && judged?.Problems.every(({ Code }) => Code === 'example') === true;
  return (
    <OtherSet list={list}>
      {(id) =>
        isUsable ? (
          <ChangesView
            key={id}
            question={JSON.stringify(Formula)}
            ask={(more, signal) =>
              api.send<Changes>(
                'POST',
                `${list}/${id}/whatif`,
                { ...more, Formula },
                { signal, intent: 'reads' },
              )
            }
          />
        ) : (
          <p className={styles.note}>{say('ui.steps.what-if.invalid')}</p>
        )
      }
    </OtherSet>
  );
}
