import { StoryFrame } from '../docs/StoryFrame.tsx';
import { forced } from './forced.ts';
import { Page, Section } from './Page.tsx';

/** What is drawn in another way where the system decides the colours. */
export function ForcedColours() {
  return (
    <Page
      title="Forced colours"
      lead="A person may let the system decide all colours (Windows: contrast themes). Backgrounds and shadows go; whatever they told apart gets an outline or an edge. Everything that is not listed here changes its colours only. The frames show our own rules; the colours of the system need its settings."
    >
      {forced.map(({ what, how, story }) => (
        <Section key={what} title={what} note={`${how}.`}>
          <StoryFrame id={story} title={what} height={260} media="forced" />
        </Section>
      ))}
    </Page>
  );
}
