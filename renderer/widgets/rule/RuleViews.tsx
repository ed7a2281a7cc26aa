import { Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { RuleBuilder } from './RuleBuilder.tsx';
import type { RuleParts } from './RuleParts.ts';
import { RuleText } from './RuleText.tsx';
import styles from './rule.module.css';
import type { TextHistory } from './useTextHistory.ts';

type Props = RuleParts & { readonly history: TextHistory };

/** Shows the rule as conditions or as text, with its first problem below. */
export function RuleViews(props: Props) {
  const { message: say, isReadOnly, checked, text, history } = props;
  const [shown, setShown] = useState('builder');
  const [problem] = checked.text === text ? (checked.answer?.Problems ?? []) : [];
  const builder = <RuleBuilder {...props} onText={history.change} />;
  const written = <RuleText {...props} />;
  return (
    <>
      <div className={styles.views}>
        <Tabs
          label={say('ui.rule.views')}
          selected={shown}
          onSelect={setShown}
          items={[
            { id: 'builder', label: say('ui.rule.builder'), content: builder },
            { id: 'text', label: say('ui.rule.text'), content: written },
          ]}
        />
        {!isReadOnly && <HistoryTools {...props} />}
      </div>
      <p role="status" className={styles.problem} data-level={problem?.Level ?? 'none'}>
        {checked.isFailed ? say('ui.rule.failed') : (problem?.Message ?? '')}
        {problem && shown === 'builder' && (
          <Button tone="link" size="small" onPress={() => setShown('text')}>
            {say('ui.rule.show-text')}
          </Button>
        )}
      </p>
    </>
  );
}

function HistoryTools({ message: say, history }: Props) {
  const { canUndo, canRedo, undo, redo } = history;
  return (
    <div className={styles.history}>
      <IconButton icon={Undo2} label={say('ui.rule.undo')} size="small" disabled={!canUndo} onPress={undo} />
      <IconButton icon={Redo2} label={say('ui.rule.redo')} size="small" disabled={!canRedo} onPress={redo} />
    </div>
  );
}
