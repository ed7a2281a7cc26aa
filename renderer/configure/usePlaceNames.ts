import { useMemo } from 'react';
import type { BlockModel, ScreenModel, TextModel } from '#engine';
import { expressionScope } from '../data/screenScope.ts';
import { writeText } from '../data/useText.ts';
import { titleOfId } from './capital.ts';
import { useWork } from './work.tsx';

type PlaceNames = {
  readonly screen: (screen: ScreenModel) => string;
  /** The title of a block, else its kind and id. */
  readonly block: (screen: ScreenModel, blockId: string) => string;
};

/** Names of screens and blocks when no record is open. */
export function usePlaceNames(): PlaceNames {
  const { say, model } = useWork();
  return useMemo(() => {
    const user = { Id: '', UserName: '', DisplayName: '', Roles: [], Features: [] };
    const scope = expressionScope({ route: {}, query: {}, data: {}, user, reload: async () => {} });
    const written = (text: BlockModel['title']): string => {
      // A title computed from a record is empty without one.
      if (!text || 'expression' in text) return '';
      return writeText(text, scope, say) || anyOf(text);
    };
    // Which of several texts applies depends on the address.
    const anyOf = (text: TextModel) =>
      'by' in text && Object.keys(text.params ?? {}).length === 0
        ? Object.values(text.messages)
            .map((key) => say(key))
            .join(' / ')
        : '';
    const screen = (one: ScreenModel) => {
      const last = one.breadcrumb.findLast(({ text }) => written(text) !== '');
      return written(one.title) || under(last ? written(last.text) : '', nameOf(one));
    };
    const nameOf = ({ id }: ScreenModel) => {
      const entity = model.entities.get(id);
      // A screen titled after its record has no other name.
      return entity ? say(entity.title) : titleOfId(id);
    };
    const block = (one: ScreenModel, blockId: string) => {
      const found = one.blocks.find(({ id }) => id === blockId);
      return written(found?.title) || screen(one);
    };
    return { screen, block };
  }, [say, model]);
}

/** `Product` below `Products` → `Products › Product`. */
function under(above: string, name: string): string {
  return above === '' || above === name ? name : `${above} › ${name}`;
}
