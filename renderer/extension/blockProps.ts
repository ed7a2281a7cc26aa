import type { BlockModel, WidgetBlock } from '#engine';
import type { ScreenScope } from '../data/screenScope.ts';

/** Props of the view of one kind of block. */
export type BlockProps<Kind extends BlockModel['kind']> = {
  readonly block: Extract<BlockModel, { kind: Kind }>;
  readonly scope: ScreenScope;
};

/** Props of a widget that fills a block. */
export type BlockWidgetProps = { readonly block: WidgetBlock; readonly scope: ScreenScope };

/** Options of a block widget as configurators set them; `entity` names the records that it shows. */
export type BlockSettings = Readonly<Record<string, unknown>>;

/** Props of the form for them. Its texts, entities and rights are those of the draft. */
export type BlockSettingsProps = {
  readonly settings: BlockSettings;
  readonly onChange: (settings: BlockSettings) => void;
};
