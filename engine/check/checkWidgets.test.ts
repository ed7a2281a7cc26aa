import { expect, it } from 'vitest';
import { findingsOf } from '../model/testDeclarations.ts';

const screen = {
  ...{ id: 'thing', route: '/thing', access: 'login', title: 'thing' },
  blocks: [{ kind: 'widget', id: 'block', widget: 'nowhere', options: {} }],
};

it.each(['', 'base/', 'extensions/a/', 'examples/one/'])(
  'an unknown widget of a screen in %s is a finding',
  (of) => {
    const file = `${of}screens/test/thing.json`;
    const found = findingsOf({ [file]: screen }).filter(({ path }) => path.startsWith('/blocks/0/widget'));
    expect(found.map((one) => [one.file, one.message])).toEqual([[file, expect.stringContaining('nowhere')]]);
  },
);
