import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Text,
  Tooltip,
  useChartWidth,
  usePlotArea,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
  type YAxisTickContentProps,
} from 'recharts';

const toName = (title: string) => `${title}. Use the arrow keys to read each value.`;

const chartProps = {
  responsive: true,
  style: { width: '100%', height: '100%' },
  margin: { top: 0, right: 0, bottom: 0, left: 0 },
};
const axisProps = { axisLine: false, tickLine: false };
/** Charts don't move: they print at once, and respect reduced motion. */
const still = { isAnimationActive: false };
const tick = {
  className: 'text-sm',
  fill: 'var(--chart-text)',
};
const tooltipProps = {
  ...still,
  separator: ': ',
  cursor: { className: 'fill-pine stroke-line' },
  wrapperClassName: 'text-sm',
  itemStyle: { color: 'inherit' },
};

type ChartProps = {
  title: string;
  /** What is counted, such as Views. */
  unit: string;
  rows: { label: string; value: number }[];
  format: (value: number) => string;
};

const getDomain = <Max,>(rows: ChartProps['rows'], max: Max): [number, number | Max] =>
  rows.some(({ value }) => value > 0) ? [0, max] : [0, 1];

/** More bars than this would be narrower than their gaps on a phone; a stepped area has their outline. */
const maxBars = 90;
/** Bars of up to this number have room for their values on a phone. */
const maxBarsWithValues = 12;

/** @param rows by day or week, the oldest first */
export function TimeChart({ title, unit, rows, format }: ChartProps) {
  const Chart = rows.length > maxBars ? AreaChart : BarChart;
  const series = { dataKey: 'value', name: unit, fill: 'var(--chart)', ...still };
  const first = rows[0]?.label ?? '';
  const last = rows.at(-1)?.label ?? '';
  return (
    <Chart
      {...chartProps}
      aria-label={toName(title)}
      data={rows}
      barCategoryGap="12%"
      margin={{ ...chartProps.margin, top: 24 }}
    >
      <CartesianGrid vertical={false} className="stroke-line" />
      <XAxis dataKey="label" ticks={[first, last]} interval={0} tickLine={false} tick={EndTick} />
      <YAxis
        {...axisProps}
        width="auto"
        allowDecimals={false}
        domain={getDomain(rows, 'auto' as const)}
        tickFormatter={format}
        tick={tick}
      />
      <Tooltip {...tooltipProps} formatter={(value) => format(Number(value))} />
      {rows.length > maxBars ? (
        <Area {...series} type="step" fillOpacity={1} stroke="none" />
      ) : (
        <Bar
          {...series}
          label={
            rows.length <= maxBarsWithValues && {
              ...tick,
              position: 'top',
              formatter: (value) => (value ? format(Number(value)) : ''),
            }
          }
        />
      )}
    </Chart>
  );
}

/** The first label begins where the chart does, and the last one ends with it. */
function EndTick({ y, index, payload }: XAxisTickContentProps) {
  const width = useChartWidth() ?? 0;
  return (
    <Text
      {...tick}
      x={index === 0 ? 0 : width}
      y={y}
      textAnchor={index === 0 ? 'start' : 'end'}
      verticalAnchor="start"
    >
      {payload.value}
    </Text>
  );
}

/** Bars that bear their labels, with their values at the right. */
export function RankChart({ title, unit, rows, format }: ChartProps) {
  return (
    <BarChart
      {...chartProps}
      layout="vertical"
      aria-label={toName(title)}
      data={rows}
      barCategoryGap={2}
    >
      <XAxis type="number" domain={getDomain(rows, 'dataMax' as const)} hide />
      <YAxis {...axisProps} type="category" dataKey="label" mirror interval={0} tick={RankLabel} />
      <YAxis
        {...axisProps}
        yAxisId="values"
        type="category"
        dataKey="value"
        orientation="right"
        width="auto"
        interval={0}
        tickFormatter={format}
        tick={RankValue}
      />
      <Tooltip {...tooltipProps} formatter={(value) => format(Number(value))} />
      <Bar
        dataKey="value"
        name={unit}
        fill="var(--chart-soft)"
        stroke="var(--chart-outline)"
        {...still}
      />
    </BarChart>
  );
}

const labelPadding = 8;

function RankLabel({ y, payload }: YAxisTickContentProps) {
  const plot = usePlotArea();
  if (!plot) return null;
  const label = String(payload.value);
  return (
    <Text
      x={plot.x + labelPadding}
      y={y}
      width={plot.width - labelPadding}
      maxLines={2}
      breakAll={!label.includes(' ')}
      verticalAnchor="middle"
      lineHeight="1.15em"
      style={{ fontSize: '1rem' }}
      fill="currentColor"
    >
      {label}
    </Text>
  );
}

function RankValue({ y, payload, tickFormatter, index, className }: YAxisTickContentProps) {
  const width = useChartWidth() ?? 0;
  return (
    <Text
      x={width}
      y={y}
      textAnchor="end"
      verticalAnchor="middle"
      fill="currentColor"
      className={`${className} text-base tabular-nums`}
    >
      {tickFormatter?.(payload.value, index)}
    </Text>
  );
}

type Shares = { label: string; values: number[] };

type ShareChartProps = {
  title: string;
  parts: { name: string; color: string }[];
  rows: Shares[];
};

/** Bars of full width, each divided into the same parts. */
export function ShareChart({ title, parts, rows }: ShareChartProps) {
  const toPercent = (part: unknown, { values }: Shares) => {
    const total = values.reduce((sum, value) => sum + value, 0);
    return `${Math.round((Number(part) / total) * 100)}%`;
  };
  return (
    <BarChart
      {...chartProps}
      layout="vertical"
      stackOffset="expand"
      aria-label={toName(title)}
      data={rows}
    >
      <XAxis type="number" hide />
      <YAxis {...axisProps} type="category" dataKey="label" width={128} interval={0} tick={tick} />
      <Legend
        verticalAlign="top"
        align="left"
        itemSorter={null}
        formatter={(name) => <span className="text-ink">{name}</span>}
      />
      <Tooltip
        {...tooltipProps}
        formatter={(value, _name, { payload }) => toPercent(value, payload)}
      />
      {parts.map(({ name, color }, index) => (
        <Bar
          key={name}
          stackId="parts"
          name={name}
          dataKey={({ values }: Shares) => values[index]}
          fill={color}
          stroke="var(--chart-outline)"
          {...still}
        />
      ))}
    </BarChart>
  );
}
