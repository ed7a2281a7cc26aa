/** The parts of ECharts in use; the rest stays out of the bundle. */
import { BarChart, LineChart, MapChart, PieChart } from 'echarts/charts';
import {
  AriaComponent,
  GeoComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

/** Registers parts when a chart starts: a module with only side effects would be tree-shaken. */
export function startChart(place: HTMLElement): ReturnType<typeof init> {
  use([
    ...[BarChart, LineChart, MapChart, PieChart],
    ...[AriaComponent, GeoComponent, GridComponent, LegendComponent, TooltipComponent, VisualMapComponent],
    CanvasRenderer,
  ]);
  return init(place);
}
