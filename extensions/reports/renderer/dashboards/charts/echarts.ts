/** What of the library of charts is used; all else stays out of the bundle. */
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

/** What is used is named when a chart starts: a module that only did so by itself would be left out of the bundle. */
export function startChart(place: HTMLElement): ReturnType<typeof init> {
  use([
    ...[BarChart, LineChart, MapChart, PieChart],
    ...[AriaComponent, GeoComponent, GridComponent, LegendComponent, TooltipComponent, VisualMapComponent],
    CanvasRenderer,
  ]);
  return init(place);
}
