import type { CSSProperties } from 'react';
import { accentContrast, leastContrast } from '#engine';
import { accentTokens, type Brand, standardBrand } from '../../data/brand.ts';
import { BrandMark } from '../../parts/BrandMark.tsx';
import { useFileContent } from '../file/useFileContent.ts';
import { named } from '../rank.ts';
import { textOf } from '../textOf.ts';
import type { WidgetEntry, WidgetProps } from '../types.ts';
import styles from './brand.module.css';

type Shown = {
  readonly name: string;
  readonly logo: string | undefined;
  readonly picture: string | undefined;
  readonly message: WidgetProps['message'];
};

/** What the unsaved brand of the form looks like, in both themes. Nothing in it can be used. */
function BrandPreviewWidget(props: WidgetProps) {
  const { view, files, message, inputId, labelledBy } = props;
  const { Name, Accent, AccentDark, Logo, SignInPicture } = (view.value ?? {}) as Partial<Brand>;
  const openFile = files.open ?? (() => Promise.reject(new Error('Files cannot be opened here.')));
  const logo = useFileContent(fileOf(Logo), openFile).url;
  const picture = useFileContent(fileOf(SignInPicture), openFile).url;
  const tokens = accentTokens({
    Accent: readable(Accent, 'light'),
    AccentDark: readable(AccentDark, 'dark'),
  });
  const shown = { name: textOf(Name) || standardBrand.Name, logo, picture, message };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame
    <div id={inputId} role="group" aria-labelledby={labelledBy} className={styles.preview}>
      {(['light', 'dark'] as const).map((theme) => (
        <figure key={theme}>
          <figcaption>{message(`ui.brand-preview.${theme}`)}</figcaption>
          <div className={styles.stage} data-preview-theme={theme} style={tokens as CSSProperties}>
            <Page {...shown} />
            <SignIn {...shown} />
          </div>
        </figure>
      ))}
      <figure>
        <figcaption>{message('ui.brand-preview.email')}</figcaption>
        <div className={styles.stage} data-preview-theme="light" style={tokens as CSSProperties}>
          <Email {...shown} />
        </div>
      </figure>
    </div>
  );
}

/** Pictures of the form are ids. */
const fileOf = (id: unknown) => (typeof id === 'string' ? { Id: id, Name: '' } : undefined);

/** A colour that fails its check is not shown: it cannot be saved. */
const readable = (value: unknown, theme: 'light' | 'dark'): string | null =>
  (accentContrast(value, theme) ?? 0) >= leastContrast ? textOf(value) : null;

function Page({ name, logo, message }: Shown) {
  return (
    <div className={styles.page}>
      <div className={styles.menu}>
        <span className={styles.name}>
          <BrandMark logo={logo} />
          {name}
        </span>
        <span className={styles.current}>{message('ui.brand-preview.current')}</span>
      </div>
      <div className={styles.content}>
        <span className={styles.button}>{message('ui.save')}</span>
        <span className={styles.link}>{message('ui.brand-preview.link')}</span>
      </div>
    </div>
  );
}

function SignIn({ name, logo, picture, message }: Shown) {
  return (
    <div className={styles.signIn}>
      {picture && <img className={styles.picture} src={picture} alt="" />}
      <div className={styles.content}>
        <span className={styles.name}>
          <BrandMark logo={logo} />
          {name}
        </span>
        <span className={styles.button}>{message('ui.sign-in.submit')}</span>
      </div>
    </div>
  );
}

function Email({ name, logo, message }: Shown) {
  return (
    <div className={styles.email}>
      <span className={styles.name}>
        {logo && <BrandMark logo={logo} />}
        {name}
      </span>
      <span className={styles.link}>{message('ui.brand-preview.link')}</span>
    </div>
  );
}

export const brandPreviewEntry: WidgetEntry = {
  name: 'brand-preview',
  tester: named('brand-preview'),
  component: BrandPreviewWidget,
  frame: 'bare',
  showsReadOnly: true,
};
