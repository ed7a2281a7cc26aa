import { lazy, Suspense } from 'react';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { named } from '../rank.ts';
import type { WidgetEntry, WidgetProps } from '../types.ts';
import { HtmlPreview } from './HtmlPreview.tsx';
import styles from './html.module.css';

/** CodeMirror and the parser of expressions come only where somebody writes. */
const CodeEditor = lazy(async () => ({ default: (await import('./CodeEditor.tsx')).CodeEditor }));

/**
 * HTML as text beside what it shows. Options: `sourceWhen`, the rule whose lock still shows the text; whatever else
 * locks the field leaves the preview alone.
 */
export function HtmlEditorWidget(props: WidgetProps) {
  if (!showsSource(props))
    return (
      // biome-ignore lint/a11y/useSemanticElements: a value with its label is no fieldset
      <div id={props.inputId} role="group" aria-label={props.label} tabIndex={-1}>
        <HtmlPreview {...props} />
      </div>
    );
  return (
    <div className={styles.widget}>
      <Suspense fallback={<Skeleton look="form" lines={6} />}>
        <CodeEditor {...props} />
      </Suspense>
      <HtmlPreview {...props} />
    </div>
  );
}

function showsSource({ isReadOnly, options, view }: WidgetProps): boolean {
  if (!isReadOnly) return true;
  const locks = view.reasons.filter(({ slot }) => slot === 'editable');
  return locks.length > 0 && locks.every(({ id }) => id === options.sourceWhen);
}

export const htmlEditorEntry: WidgetEntry = {
  name: 'html',
  tester: named('html', 'html'),
  component: HtmlEditorWidget,
  frame: 'bare',
  showsReadOnly: true,
};
