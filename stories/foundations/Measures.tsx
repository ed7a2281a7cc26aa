import { type CSSProperties, useState } from 'react';
import { Button } from '#renderer';
import styles from './foundations.module.css';
import { Page, Section } from './Page.tsx';
import { measured, tokens, tokensOf } from './tokens.ts';

const said = (name: string) => tokens.get(name) ?? '';

/** Font sizes, weights and line heights. */
export function Type() {
  return (
    <Page
      title="Type"
      lead="One family, Inter, small and even: a back office is read all day. Weight and colour make the order, size only helps."
    >
      <Section title="Sizes">
        <Rows names={tokensOf('--text-size')}>
          {(name) => (
            <span style={{ fontSize: `var(${name})` }}>
              Cancellation fee 1,234.50 — Frais d’annulation 1 234,50 $
            </span>
          )}
        </Rows>
      </Section>
      <Section
        title="Weights"
        note="Medium for labels and buttons, strong for titles; never lighter than normal."
      >
        <Rows names={tokensOf('--weight')}>
          {(name) => (
            <span style={{ fontWeight: `var(${name})`, fontSize: 16 }}>
              Extended Care 2.0 — Garantie Boréal
            </span>
          )}
        </Rows>
      </Section>
      <Section title="Lines" note="Tight for titles of one line, normal for everything that is read.">
        <Rows names={tokensOf('--line')}>
          {(name) => (
            <p style={{ lineHeight: `var(${name})`, maxWidth: '42ch' }}>
              What someone else saved in the meantime is shown beside yours; nothing you typed is lost.
            </p>
          )}
        </Rows>
      </Section>
      <Section title="Families">
        <Rows names={tokensOf('--font')}>
          {(name) => (
            <span style={{ fontFamily: `var(${name})`, fontSize: 16 }}>NLM-VSC-10-ABD 0123456789</span>
          )}
        </Rows>
      </Section>
    </Page>
  );
}

/** Spacing steps. */
export function Space() {
  return (
    <Page
      title="Space"
      lead={`Every distance is a multiple of ${said('--base-unit')}. Inside a group 4 to 8, between fields 16 to 24, between parts of a page 24 and more.`}
    >
      <Section title="Steps">
        <Rows names={tokensOf('--space')} pixels>
          {(name) => <span className={styles.bar} style={{ width: `var(${name})` }} />}
        </Rows>
      </Section>
      <Section
        title="Heights of what is pressed"
        note="A row, an option and a button share few heights, so that they line up."
      >
        <Rows
          names={[
            '--control-height',
            '--control-height-small',
            '--option-height',
            '--grid-row-height',
            '--grid-row-height-compact',
            '--nav-item-height',
          ]}
          pixels
        >
          {(name) => <span className={styles.block} style={{ height: `var(${name})` }} />}
        </Rows>
      </Section>
    </Page>
  );
}

/** Corner radii. */
export function Radius() {
  return (
    <Page
      title="Radius"
      lead="The larger the thing, the rounder its corners: badges small, controls medium, cards and dialogs large."
    >
      <Section title="Steps">
        <Tiles names={tokensOf('--radius')}>{(name) => ({ borderRadius: `var(${name})` })}</Tiles>
      </Section>
      <Section title="Edges and focus">
        <Rows names={['--border-width', '--focus-width', '--focus-offset']} pixels>
          {(name) => <span className={styles.line} style={{ height: `var(${name})` }} />}
        </Rows>
      </Section>
    </Page>
  );
}

/** Shadows in both themes. */
export function Shadow() {
  return (
    <Page
      title="Shadow"
      lead="A shadow says that something lies above the page: small for what can be pressed, medium for popovers, large for dialogs. Cards have an edge and none."
    >
      <Section title="Steps">
        <div className={styles.themes}>
          {(['light', 'dark'] as const).map((scheme) => (
            <div key={scheme} className={styles.theme} style={{ colorScheme: scheme }}>
              <Tiles names={tokensOf('--shadow')}>{(name) => ({ boxShadow: `var(${name})` })}</Tiles>
            </div>
          ))}
        </div>
      </Section>
      <Section title="Layers" note="What lies above what; nothing else sets an order.">
        <Rows names={tokensOf('--layer')}>{() => null}</Rows>
      </Section>
    </Page>
  );
}

/** Durations, to try out. */
export function Motion() {
  const [isMoved, setMoved] = useState(false);
  return (
    <Page
      title="Motion"
      lead="Motion shows where something came from and is over before one waits for it. Whoever asks their system for less motion gets none."
    >
      <Section title="Durations">
        <Button onPress={() => setMoved(!isMoved)}>Move them</Button>
        <div className={styles.tracks}>
          <Rows names={tokensOf('--motion')}>
            {(name) => (
              <span className={styles.track}>
                <span
                  className={styles.knob}
                  style={{
                    translate: isMoved ? '220px' : '0',
                    transition: `translate var(${name}) var(--ease)`,
                  }}
                />
              </span>
            )}
          </Rows>
        </div>
      </Section>
      <Section
        title="Waiting"
        note="A skeleton shows the outline of what will come; a spinner stands in what was pressed."
      >
        <Rows names={['--ease', '--skeleton-period', '--spinner-period']}>{() => null}</Rows>
      </Section>
    </Page>
  );
}

type RowsProps = {
  readonly names: readonly string[];
  readonly pixels?: boolean;
  readonly children: (name: string) => React.ReactNode;
};

function Rows({ names, pixels, children }: RowsProps) {
  return (
    <ul className={styles.rows}>
      {names.map((name) => (
        <li key={name}>
          <code>{name}</code>
          <span className={styles.values}>{pixels ? measured(name) : said(name)}</span>
          <div>{children(name)}</div>
        </li>
      ))}
    </ul>
  );
}

type TilesProps = {
  readonly names: readonly string[];
  readonly children: (name: string) => CSSProperties;
};

function Tiles({ names, children }: TilesProps) {
  return (
    <ul className={styles.tiles}>
      {names.map((name) => (
        <li key={name}>
          <span className={styles.tile} style={children(name)} />
          <code>{name}</code>
          <span className={styles.values}>{said(name)}</span>
        </li>
      ))}
    </ul>
  );
}
