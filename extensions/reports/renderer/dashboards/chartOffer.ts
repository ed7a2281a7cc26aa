import { ChartColumn } from 'lucide-react';
import type { BlockSettings } from '#renderer';

/** A chart as the canvas offers it, before its form has loaded. */
export const chartOffer = {
  title: 'building.block.chart',
  icon: ChartColumn,
  start: { show: 'bar' } as BlockSettings,
  lacks,
};

function lacks({ show, entity, column, aggregate, value }: BlockSettings): string | undefined {
  if (!entity) return 'building.no-source';
  if (show !== 'number' && !column) return 'building.no-group';
  return aggregate && aggregate !== 'count' && !value ? 'building.no-value' : undefined;
}
