import { Monitor, Smartphone } from 'lucide-react';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { Locale } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Icon } from '../../parts/Icon.tsx';
import styles from './html.module.css';

type PreviewWidth = 'wide' | 'narrow';

/**
 * Shows HTML, a fragment or a whole page, on white paper in a sandboxed frame: no scripts, forms or navigation.
 * Colours are in style attributes, as the frame inherits the page's Content-Security-Policy. `fit`: as high as
 * its content.
 */
export function PreviewFrame(props: {
  html: string;
  title: string;
  language: Locale;
  width: PreviewWidth;
  size?: 'normal' | 'tall' | 'fit';
}) {
  const { html, title, language, width, size = 'normal' } = props;
  const isFit = size === 'fit';
  const [measure, height] = useContentHeight(isFit);
  return (
    <div className={styles.paper} data-width={width} data-size={size}>
      <iframe
        className={styles.frame}
        title={title}
        // Its own origin lets this page measure it; without `allow-scripts`, nothing in it can use that.
        sandbox={isFit ? 'allow-same-origin' : ''}
        srcDoc={pageOf(html, language)}
        onLoad={measure}
        {...(isFit && height !== undefined && { style: { height } })}
      />
    </div>
  );
}

/** The height of what a frame shows, again when its width changes or a picture arrives. */
function useContentHeight(isFit: boolean) {
  const [height, setHeight] = useState<number>();
  const watched = useRef<ResizeObserver>(undefined);
  useEffect(() => () => watched.current?.disconnect(), []);
  const measure = (event: SyntheticEvent<HTMLIFrameElement>) => {
    watched.current?.disconnect();
    const body = event.currentTarget.contentDocument?.body;
    if (!isFit || !body) return;
    watched.current = new ResizeObserver(() => setHeight(Math.ceil(body.getBoundingClientRect().height)));
    watched.current.observe(body);
  };
  return [measure, height] as const;
}

const page = [
  'margin: 0; padding: 24px; background: #ffffff; color: #1f2933; overflow-wrap: anywhere',
  'font-family: Helvetica, Arial, sans-serif; font-size: 14px; line-height: 1.5',
].join('; ');

function pageOf(html: string, language: Locale): string {
  if (/^<!doctype/i.test(html)) return html;
  const head = '<meta charset="utf-8"><meta name="color-scheme" content="light">';
  return `<!doctype html><html lang="${language}"><head>${head}</head><body style="${page}">${html}</body></html>`;
}

type PreviewChoice = { readonly language: Locale; readonly width: PreviewWidth };

/** Language and width of a preview, with their controls. */
export function usePreviewChoice(start: Locale) {
  const [language, setLanguage] = useState(start);
  const [width, setWidth] = useState<PreviewWidth>('wide');
  const choice: PreviewChoice = { language, width };
  return {
    choice,
    controls: <PreviewControls choice={choice} onLanguage={setLanguage} onWidth={setWidth} />,
  };
}

function PreviewControls(props: {
  choice: PreviewChoice;
  onLanguage: (language: Locale) => void;
  onWidth: (width: PreviewWidth) => void;
}) {
  const say = useMessage();
  const { choice, onLanguage, onWidth } = props;
  return (
    <div className={styles.controls}>
      <fieldset className={styles.segments} aria-label={say('ui.html.language')}>
        {languages.map(({ locale, name }) => (
          <button
            key={locale}
            type="button"
            lang={locale}
            className={styles.segment}
            aria-pressed={choice.language === locale}
            onClick={() => onLanguage(locale)}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <fieldset className={styles.segments} aria-label={say('ui.html.width')}>
        {widths.map(({ id, icon }) => (
          <button
            key={id}
            type="button"
            className={styles.segment}
            aria-label={say(`ui.html.${id}`)}
            title={say(`ui.html.${id}`)}
            aria-pressed={choice.width === id}
            onClick={() => onWidth(id)}
          >
            <Icon icon={icon} />
          </button>
        ))}
      </fieldset>
    </div>
  );
}

const languages = [
  { locale: 'en-CA', name: 'English' },
  { locale: 'fr-CA', name: 'Français' },
] as const;

const widths = [
  { id: 'wide', icon: Monitor },
  { id: 'narrow', icon: Smartphone },
] as const;
