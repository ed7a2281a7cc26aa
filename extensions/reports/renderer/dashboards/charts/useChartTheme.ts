import { useEffect, useState } from 'react';

/** Colours and font of charts, from the tokens of the current theme. */
export type ChartTheme = {
  readonly series: readonly string[];
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly surface: string;
  readonly low: string;
  readonly high: string;
  readonly font: string;
  readonly size: number;
};

/** Reads the theme from the page, and again when it changes. */
export function useChartTheme(): ChartTheme {
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => {
    const read = () => setTheme(readTheme());
    const looks = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((one) => matchMedia(one));
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'style'] });
    for (const look of looks) look.addEventListener('change', read);
    return () => {
      observer.disconnect();
      for (const look of looks) look.removeEventListener('change', read);
    };
  }, []);
  return theme;
}

const seriesTokens = [1, 2, 3, 4, 5, 6].map((number) => `--chart-series-${number}`);

function readTheme(): ChartTheme {
  // The browser resolves a themed token only where a property uses it.
  const probe = document.createElement('span');
  probe.hidden = true;
  // Where colours are forced, every colour would read as that of text.
  probe.style.setProperty('forced-color-adjust', 'none');
  document.body.append(probe);
  const colour = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const read = {
    series: seriesTokens.map(colour),
    text: colour('--color-text'),
    muted: colour('--color-text-secondary'),
    line: colour('--color-border'),
    surface: colour('--color-surface'),
    low: colour('--color-accent-tint-strong'),
    high: colour('--color-accent'),
    font: getComputedStyle(probe).fontFamily,
    size: 12,
  };
  probe.remove();
  return read;
}
