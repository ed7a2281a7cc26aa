import type { Locale } from '#engine';
import { named } from './rank.ts';
import type { WidgetEntry, WidgetProps } from './types.ts';
import styles from './widgets.module.css';

/** A read-only text in several languages: the person's own first, the others below. */
export function LocalizedWidget({ view, inputId, labelledBy, locale, message }: WidgetProps) {
  const texts = textsOf(view.value);
  const own = texts.find(([language]) => language === locale) ?? texts[0];
  const others = texts.filter((text) => text !== own);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame
    <div id={inputId} className={styles.plain} role="group" aria-labelledby={labelledBy} tabIndex={-1}>
      {own ? <span lang={own[0]}>{own[1]}</span> : '–'}
      {others.map(([language, text]) => (
        <span key={language} className={styles.otherLanguage}>
          <abbr title={message(`ui.language.${language}`)}>{language.slice(0, 2)}</abbr>{' '}
          <span lang={language}>{text}</span>
        </span>
      ))}
    </div>
  );
}

/** `{ "en-CA": …, "fr-CA": … }`; a bare string counts as English. */
function textsOf(value: unknown): [Locale, string][] {
  if (typeof value === 'string') return [['en-CA', value]];
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value).filter(([, text]) => typeof text === 'string' && text !== '');
  return entries as [Locale, string][];
}

export const localizedEntry: WidgetEntry = {
  name: 'localized',
  tester: named('localized'),
  component: LocalizedWidget,
  frame: 'group',
  showsReadOnly: true,
};
