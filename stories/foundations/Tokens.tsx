import { Button, saveBlob, type Theme } from '#renderer';
import docs from '../docs/docs.module.css';
import { designTokensOf } from './designTokens.ts';
import { Page, Section } from './Page.tsx';
import { styleSheet, tokens } from './tokens.ts';

/** The tokens as files, for design tools and for code. */
export function Tokens() {
  return (
    <Page
      title="Tokens"
      lead="Colours, sizes, fonts and motion by name. Parts read the names, never the values, so that a token changes everywhere at once."
    >
      <Section
        title="As files"
        note="JSON of the Design Tokens Format (2025.10), one file a theme, for Figma and other tools; CSS for code. Both are made here and now from the style sheet of the product."
      >
        <div className={docs.row}>
          <Button onPress={() => save('light')}>Tokens, light (JSON)</Button>
          <Button onPress={() => save('dark')}>Tokens, dark (JSON)</Button>
          <Button onPress={() => saveBlob(new Blob([styleSheet], { type: 'text/css' }), 'tokens.css')}>
            Tokens (CSS)
          </Button>
        </div>
      </Section>
      <Section
        title="Try a change"
        note="“Token changes” in the toolbar of any story changes a colour or a size on every story of this browser, checks the contrast, and downloads the change as CSS or as Design Tokens."
      >
        {null}
      </Section>
      <Section
        title="Three tiers"
        note="Base tokens are raw values. Meaning tokens say what a value is for, and hold the light and the dark one. Component tokens belong to one part. Parts use meaning and component tokens."
      >
        {null}
      </Section>
    </Page>
  );
}

function save(theme: Theme): void {
  const { file } = designTokensOf(tokens, theme);
  const text = JSON.stringify(file, null, 2);
  saveBlob(new Blob([text], { type: 'application/design-tokens+json' }), `formwright.${theme}.tokens.json`);
}
