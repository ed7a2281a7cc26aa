import styles from './docs.module.css';
import { useTitles } from './titles.ts';

type Props = {
  readonly id: string;
  readonly title: string;
  readonly height: number;
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
  readonly locale?: string;
  readonly media?: 'forced' | 'motion';
};

/** A story in an iframe, with a width of its own. */
export function StoryFrame(props: Props) {
  const { id, title, height, width, theme = 'light', locale = 'en-CA', media = '' } = props;
  const globals = `theme:${theme};locale:${locale};media:${media};framed:yes`;
  const address = `iframe.html?id=${id}&viewMode=story&globals=${globals}`;
  return (
    <figure className={styles.frame} style={{ width }}>
      <figcaption>{title}</figcaption>
      <iframe src={address} title={title} height={height} loading="lazy" />
    </figure>
  );
}

/** The same story in light and dark. */
export function StoryFrames({ id, height }: { id: string; height: number }) {
  const say = useTitles();
  return (
    <div className={styles.pair}>
      <StoryFrame id={id} title={say('light')} height={height} />
      <StoryFrame id={id} title={say('dark')} theme="dark" height={height} />
    </div>
  );
}
