/** Which elements within a chart are understood; what would show other figures, or more, is told. */
import { type Reading, report, textIn } from './elements.ts';
import { inTable } from './inTable.ts';
import type { Element } from './types.ts';

const read = new Set([
  ...['Top', 'Left', 'Width', 'Height', 'DataSetName', 'Visibility', 'Hidden', 'ToggleItem'],
  ...['Filters', 'Filter', 'FilterExpression', 'Operator', 'FilterValues', 'FilterValue'],
  ...['ChartCategoryHierarchy', 'ChartSeriesHierarchy', 'ChartMembers', 'ChartMember', 'Label'],
  ...['Group', 'GroupExpressions', 'GroupExpression', 'SortExpressions', 'SortExpression', 'Value'],
  ...['Direction', 'ChartData', 'ChartSeriesCollection', 'ChartSeries', 'Type', 'Subtype'],
  ...['ChartDataPoints', 'ChartDataPoint', 'ChartDataPointValues', 'Y', 'ChartItemInLegend', 'LegendText'],
  ...['ChartTitles', 'ChartTitle', 'Caption', 'ChartAreas', 'ChartArea', 'ChartCategoryAxes'],
  ...['ChartValueAxes', 'ChartAxis', 'ChartAxisTitle', 'ChartDataLabel', 'ChartNoDataMessage'],
]);

/** Looks, places and hints. */
const harmless = new Set([
  ...['ZIndex', 'ToolTip', 'Style', 'CustomProperties', 'Palette', 'PaletteHatchBehavior', 'Position'],
  ...['ChartBorderSkin', 'ChartLegends', 'ChartSmartLabel', 'ChartEmptyPoints', 'ChartMarker'],
  ...['ChartElementPosition', 'ChartInnerPlotPosition', 'ChartThreeDProperties', 'ChartAlignType'],
  ...['ChartMajorGridLines', 'ChartMinorGridLines', 'ChartMajorTickMarks', 'ChartMinorTickMarks'],
  ...['DataElementName', 'DataElementOutput', 'DataElementStyle', 'ChartAreaName', 'LegendName'],
  ...['DockOutsideChartArea', 'DockToChartArea', 'DockOffset', 'TextOrientation', 'Margin', 'Location'],
  ...['Interval', 'IntervalType', 'IntervalOffset', 'IntervalOffsetType', 'VariableAutoInterval'],
  ...['LabelsAutoFitDisabled', 'LabelInterval', 'LabelIntervalType', 'LabelIntervalOffset', 'Rotation'],
  ...['LabelIntervalOffsetType', 'Angle', 'MarksAlwaysAtPlotEdge', 'OffsetLabels', 'HideLabels'],
  ...['AllowLabelRotation', 'MinFontSize', 'MaxFontSize', 'PreventFontShrink', 'PreventFontGrow'],
  ...['PreventLabelOffset', 'PreventWordWrap', 'IncludeZero', 'InterlacedColor', 'Interlaced', 'Arrows'],
  ...['LabelsAutoFit', 'UseValueAsLabel', 'EquallySizedAxesFont', 'AlignOrientation', 'AlignWithChartArea'],
]);

/** Understood as designers write them; by the element around them where that matters. */
const usual: Readonly<Record<string, RegExp>> = {
  ...{ Minimum: /^(?:NaN|Auto|0)?$/, Maximum: /^(?:NaN|Auto)?$/, CrossAt: /^(?:NaN|Auto|0)?$/ },
  ...{ 'ChartAxis/Visible': /^(?:Auto|True|False)?$/i, Reverse: /^(?:false)?$/i, Scalar: /^(?:false)?$/i },
  ...{ LogScale: /^(?:false)?$/i, LogBase: /^/, HiddenInLegend: /^(?:false)?$/i },
  ...{ CategoryAxisName: /^(?:Primary|Default)?$/, ValueAxisName: /^(?:Primary|Default)?$/ },
  ...{ 'ChartAxisTitle/Caption': /^(?:Axis Title)?$/, 'ChartDataLabel/Visible': /^(?:false)?$/i },
  ...{ 'ChartNoDataMessage/Caption': /^(?:No Data Available)?$/, ChartAxisScaleBreak: /^$/ },
  ...{ 'ChartArea/Hidden': /^(?:false)?$/i, 'ChartSeries/Hidden': /^(?:false)?$/i },
};

export function reportUnknownInChart(reading: Reading, element: Element): void {
  for (const child of element.children) {
    if (child.isForeign) continue;
    const form = inTable(usual, `${element.name}/${child.name}`) ?? inTable(usual, child.name);
    if (form ? !isUsual(child, form) : !read.has(child.name) && !harmless.has(child.name))
      report(reading, child, child.children.length > 0 ? undefined : child.text.trim() || undefined);
    else if (!form && read.has(child.name)) reportUnknownInChart(reading, child);
  }
}

/** A break of the scale counts once it is switched on. */
const isUsual = (child: Element, form: RegExp): boolean =>
  child.name === 'ChartAxisScaleBreak'
    ? !/^true$/i.test(textIn(child, 'Enabled'))
    : form.test(child.text.trim());
