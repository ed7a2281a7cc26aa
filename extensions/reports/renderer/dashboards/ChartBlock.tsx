import { type BlockWidgetProps, fillTexts, useModel } from '#renderer';
import { placeOf } from './DashboardView.tsx';
import styles from './dashboards.module.css';
import { PanelCard } from './PanelCard.tsx';
import type { PanelKind } from './types.ts';
import { useChartData } from './usePanelData.ts';

/** A chart on a screen, of all records of an entity or of those that belong to the record of the page. */
export function ChartBlock({ block, scope }: BlockWidgetProps) {
  const { screens } = useModel();
  const screen = [...screens.values()].find(({ blocks }) => blocks.includes(block));
  const { show, narrow, height } = block.options;
  const query = useChartData(`${screen?.id}#${block.id}`, fillTexts(narrow, scope));
  return (
    <div className={styles.dashboard}>
      <div className={styles.panels}>
        <div className={styles.place} style={placeOf({ Width: 12, Height: Number(height ?? 2) })}>
          <PanelCard id={block.id} kind={show as PanelKind} title="" query={query} />
        </div>
      </div>
    </div>
  );
}
