/** A drawn dashboard as a picture that needs nothing else: no script, no font, no address. */
import { chartShapes, type Placed } from '#extensions/reports/engine';
import { palette } from '../pdf/drawChart.ts';
import type { DrawnDashboard } from './drawDashboard.ts';

export function writeSvg({ width, height, items }: DrawnDashboard, title: string): string {
  const size = `width="${width}" height="${n(height)}" viewBox="0 0 ${width} ${n(height)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="Inter, Arial, sans-serif" role="img">`,
    `<title>${escaped(title)}</title><rect width="100%" height="100%" fill="#ffffff"/>`,
    ...items.map(drawn),
    '</svg>',
  ].join('\n');
}

function drawn({ box, what }: Placed): string {
  if (what.kind === 'shape') {
    const { color = 'none', width = 0 } = what.style.borders?.top ?? {};
    const area = `x="${n(box.left)}" y="${n(box.top)}" width="${n(box.width)}" height="${n(box.height)}"`;
    return `<rect ${area} fill="none" stroke="${escaped(color)}" stroke-width="${width}"/>`;
  }
  if (what.kind === 'text') {
    const { size = 10, bold, color = '#000000' } = what.style;
    const weight = bold ? ' font-weight="600"' : '';
    const place = `x="${n(box.left + 2)}" y="${n(box.top + 2 + size)}"`;
    return `<text ${place} font-size="${size}"${weight} fill="${escaped(color)}">${escaped(what.text)}</text>`;
  }
  if (what.kind !== 'chart') return '';
  const shapes = chartShapes(what.chart, box).map((shape) => {
    if (shape.kind === 'label') {
      const [x, y] = shape.at;
      return `<text x="${n(x)}" y="${n(y)}" font-size="8" text-anchor="${shape.anchor}">${escaped(shape.text)}</text>`;
    }
    const points = shape.points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ');
    if (shape.kind === 'rule')
      return `<polyline points="${points}" fill="none" stroke="#d0d0d0" stroke-width="0.4"/>`;
    const colour = palette[shape.series % palette.length];
    return shape.kind === 'area'
      ? `<polygon points="${points}" fill="${colour}"/>`
      : `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="1.5"/>`;
  });
  return `<g transform="translate(${n(box.left)} ${n(box.top)})">${shapes.join('')}</g>`;
}

const n = (value: number): string => String(Math.round(value * 100) / 100);

const signs: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

/** Without characters that XML does not have. */
const escaped = (text: string): string =>
  text.replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '').replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
