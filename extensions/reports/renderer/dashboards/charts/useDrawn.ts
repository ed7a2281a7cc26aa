import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { registerCanada } from './canadaMap.ts';
import { chartOption, type Drawing } from './chartOption.ts';
import { startChart } from './echarts.ts';

type ChartMark = { readonly seriesIndex: number; readonly dataIndex: number };
type Clicked = Partial<ChartMark> & { readonly isNear?: boolean };
type Made = ReturnType<typeof startChart>;

/** Draws a chart in its box; a click on one of the points opens its address. */
export function useDrawn(drawing: Drawing, points: readonly (ChartMark & { readonly to: string })[]) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<{ readonly made: Made; readonly draw: () => void }>(undefined);
  const open = useRef<(at: Clicked) => void>(undefined);
  const latest = useRef(drawing);
  const navigate = useNavigate();
  useEffect(() => {
    const place = box.current;
    if (!place) return;
    const made = startChart(place);
    registerCanada();
    made.on('click', (at) => open.current?.(at as Clicked));
    // The points of a line are small: a click anywhere above or below one is meant for it.
    made.getZr().on('click', ({ offsetX, offsetY, target }) => {
      if (target || latest.current.kind !== 'line' || !made.containPixel('grid', [offsetX, offsetY])) return;
      const [dataIndex] = made.convertFromPixel('grid', [offsetX, offsetY]);
      open.current?.({ seriesIndex: 0, dataIndex: Math.round(Number(dataIndex)), isNear: true });
    });
    const { draw, stop } = drawnIn(place, made, () => made.setOption(chartOption(latest.current), true));
    chart.current = { made, draw };
    return () => {
      stop();
      made.dispose();
      chart.current = undefined;
    };
  }, []);
  useEffect(() => {
    latest.current = drawing;
    chart.current?.draw();
  }, [drawing]);
  useEffect(() => {
    open.current = ({ seriesIndex, dataIndex, isNear }) => {
      // Of several lines, it would be a guess which one is meant.
      if (isNear && points.some((one) => one.seriesIndex > 0)) return;
      const point = points.find((one) => one.seriesIndex === seriesIndex && one.dataIndex === dataIndex);
      if (point) void navigate(point.to);
    };
  }, [points, navigate]);
  return { box, show: (point: ChartMark | undefined) => chart.current && mark(chart.current.made, point) };
}

/** Draws when there is room, and again when the room changes. */
function drawnIn(place: HTMLElement, made: Made, write: () => void) {
  // A map without size cannot be laid out, so drawing waits for one.
  const hasRoom = () => place.clientWidth > 0 && place.clientHeight > 0;
  let isDrawn = false;
  const draw = () => {
    isDrawn = hasRoom();
    if (!isDrawn) return;
    made.resize();
    write();
  };
  // In an animation frame: resizing a chart within the observer would cause a ResizeObserver loop.
  let frame = 0;
  const fit = () => {
    if (!isDrawn) draw();
    else if (hasRoom()) made.resize();
  };
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(fit);
  });
  observer.observe(place);
  const stop = () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
  };
  return { draw, stop };
}

/** Shows which point has the focus, with its value. */
function mark(made: Made, point: ChartMark | undefined): void {
  made.dispatchAction({ type: 'downplay' });
  made.dispatchAction(point ? { type: 'highlight', ...point } : { type: 'hideTip' });
  if (point) made.dispatchAction({ type: 'showTip', ...point });
}
