import { contrast } from '#engine';
import { colourPairs, resolveToken, type Theme } from '#renderer';
import styles from './foundations.module.css';
import { Page, Section } from './Page.tsx';
import { tokens, tokensOf } from './tokens.ts';

const themes: readonly Theme[] = ['light', 'dark'];
const groups = [
  { title: 'Surfaces', start: '--color-surface', more: ['--color-canvas'] },
  { title: 'Text', start: '--color-text', more: [] },
  { title: 'Edges and focus', start: '--color-border', more: ['--color-focus'] },
  { title: 'Accent', start: '--color-accent', more: ['--color-on-accent'] },
  { title: 'Danger', start: '--color-danger', more: [] },
  { title: 'Warning', start: '--color-warning', more: [] },
  { title: 'Success', start: '--color-success', more: [] },
] as const;

/** All meaning colours, and the contrast of every adjacent pair. */
export function Colour() {
  return (
    <Page
      title="Colour"
      lead="A colour is chosen by what it means, never by how it looks: each has a light and a dark value, and a theme is nothing but the choice between them."
    >
      {groups.map(({ title, start, more }) => (
        <Section key={title} title={title}>
          <ul className={styles.swatches}>
            {[...more, ...tokensOf(start)].map((name) => (
              <Swatch key={name} name={name} />
            ))}
          </ul>
        </Section>
      ))}
      <Section
        title="Contrast of every pair that meets"
        note="Measured here and now from the tokens (WCAG 2.2). Text needs 4.5, edges and focus need 3; a pair below that fails the tests, too."
      >
        <div className={styles.pairs}>
          {colourPairs.map(([front, back, least]) => (
            <Pair key={front + back} front={front} back={back} least={least} />
          ))}
        </div>
      </Section>
    </Page>
  );
}

function Swatch({ name }: { name: string }) {
  return (
    <li className={styles.swatch}>
      <span className={styles.halves}>
        {themes.map((theme) => (
          <span key={theme} style={{ colorScheme: theme, background: `var(${name})` }} />
        ))}
      </span>
      <code>{name}</code>
      <span className={styles.values}>
        {themes.map((theme) => resolveToken(tokens, name, theme)).join('  ·  ')}
      </span>
    </li>
  );
}

function Pair({ front, back, least }: { front: string; back: string; least: number }) {
  return (
    <div className={styles.pairOf}>
      <p className={styles.names}>
        <code>{front}</code> on <code>{back}</code>
      </p>
      <div className={styles.halves}>
        {themes.map((theme) => {
          const has = contrast(resolveToken(tokens, front, theme), resolveToken(tokens, back, theme));
          return (
            <div
              key={theme}
              className={styles.meet}
              style={{ colorScheme: theme, background: `var(${back})`, color: `var(${front})` }}
            >
              {least < 4.5 ? <span className={styles.edge} /> : <span className={styles.sample}>Aa</span>}
              <span className={styles.ratio}>
                {has.toFixed(2)} <Verdict has={has} least={least} />
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Verdict({ has, least }: { has: number; least: number }) {
  const passes = has >= least;
  const level = least >= 4.5 && has >= 7 ? 'AAA' : 'AA';
  return (
    <strong className={styles.verdict} data-passes={passes}>
      {passes ? `${level} ✓` : `below ${least} ✗`}
    </strong>
  );
}
