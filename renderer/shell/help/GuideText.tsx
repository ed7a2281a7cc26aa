import Markdown, { type MarkdownToJSX } from 'markdown-to-jsx/react';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import styles from './help.module.css';
import { addressOfPicture } from './pages.ts';

type Props = { readonly text: string; readonly onPage: (page: string) => void };

/** A page of the guide. Its Markdown becomes elements, never HTML: what looks like HTML in it is shown as it stands. */
export function GuideText({ text, onPage }: Props) {
  const options = useMemo<MarkdownToJSX.Options>(
    () => ({
      disableParsingRawHTML: true,
      forceBlock: true,
      overrides: {
        a: ({ href = '', children }: { href?: string; children?: ReactNode }) =>
          guideLink({ href, children, onPage }),
        img: Picture,
      },
    }),
    [onPage],
  );
  return (
    <Markdown className={styles.text} options={options}>
      {text}
    </Markdown>
  );
}

type LinkProps = { readonly href: string; readonly children: ReactNode } & Pick<Props, 'onPage'>;

/** To another page of the guide; what leads out of it opens beside, so that the work of the page stays. */
function guideLink({ href, children, onPage }: LinkProps): ReactNode {
  const [, page] = /^([\w-]+)\.md(?:#.*)?$/.exec(href) ?? [];
  if (page)
    return (
      <button type="button" className={styles.jump} onClick={() => onPage(page)}>
        {children}
      </button>
    );
  if (!/^https?:/.test(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

function Picture({ src = '', alt = '' }: ComponentProps<'img'>) {
  const address = addressOfPicture(src);
  return address ? <img className={styles.picture} src={address} alt={alt} loading="lazy" /> : null;
}
