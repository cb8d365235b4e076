import {
  Area,
  Bar,
  BarChart,
  CartesianGrid,
  ComposedChart,
  Legend,
  Text,
  Tooltip,
  usePlotArea,
  XAxis,
  YAxis,
  type YAxisTickContentProps,
} from 'recharts';

/** What the back office draws with Recharts. Nothing moves, so that charts print and respect reduced motion. */
const still = { isAnimationActive: false };
const size = { width: '100%', height: '100%' };
const tick = { className: 'fill-ink-soft text-sm' };
const tooltip = {
  ...still,
  separator: ': ',
  cursor: { className: 'fill-pine' },
  wrapperClassName: 'text-sm',
  itemStyle: { color: 'inherit' },
};

const toName = (title: string) => `${title}. Use the arrow keys to read each value.`;
const atLeastOne = (max: number) => Math.max(1, max);

type Row = { label: string; value: number };

type TimeChartProps = {
  title: string;
  /** What is counted, such as Views. */
  unit: string;
  /** By day or week, the oldest first. */
  rows: Row[];
  format: (value: number) => string;
  marksLast?: boolean;
};

/** Bars narrower than a pixel or two blur; a stepped area has the same outline. */
const maxBars = 90;

export function TimeChart({ title, unit, rows, format, marksLast = false }: TimeChartProps) {
  const last = rows.at(-1);
  const data = marksLast
    ? rows.map((row) => (row === last ? { ...row, fill: 'var(--chart-accent)' } : row))
    : rows;
  const series = { dataKey: 'value', name: unit, fill: 'var(--chart)', ...still };
  const ends = [rows[0], rows[Math.floor(rows.length / 2)], last].flatMap((row) =>
    row ? [row.label] : [],
  );
  return (
    <ComposedChart
      responsive
      aria-label={toName(title)}
      style={size}
      data={data}
      barCategoryGap="12%"
      margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
    >
      <CartesianGrid vertical={false} className="stroke-line" />
      <XAxis
        dataKey="label"
        ticks={ends}
        interval="preserveStartEnd"
        tickLine={false}
        tick={tick}
      />
      <YAxis
        width="auto"
        allowDecimals={false}
        domain={[0, atLeastOne]}
        tickFormatter={format}
        axisLine={false}
        tickLine={false}
        tick={tick}
      />
      <Tooltip {...tooltip} formatter={(value) => format(Number(value))} />
      {rows.length > maxBars ? (
        <Area {...series} type="step" fillOpacity={1} stroke="none" />
      ) : (
        <Bar {...series} />
      )}
    </ComposedChart>
  );
}

type RankChartProps = {
  title: string;
  unit: string;
  rows: Row[];
  format: (value: number) => string;
};

/** Bars that bear their labels, with their values at the right. */
export function RankChart({ title, unit, rows, format }: RankChartProps) {
  return (
    <BarChart
      responsive
      layout="vertical"
      aria-label={toName(title)}
      style={size}
      data={rows}
      barCategoryGap={2}
      margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
    >
      <XAxis type="number" domain={[0, atLeastOne]} hide />
      <YAxis
        type="category"
        dataKey="label"
        mirror
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={RankLabel}
      />
      <YAxis
        yAxisId="values"
        type="category"
        dataKey="value"
        orientation="right"
        width="auto"
        interval={0}
        tickFormatter={format}
        axisLine={false}
        tickLine={false}
        tick={{ className: 'fill-ink tabular-nums' }}
      />
      <Tooltip {...tooltip} formatter={(value) => format(Number(value))} />
      <Bar dataKey="value" name={unit} fill="var(--chart-soft)" {...still} />
    </BarChart>
  );
}

const labelPadding = 8;

function RankLabel({ y, payload }: YAxisTickContentProps) {
  const plot = usePlotArea();
  if (!plot) return null;
  return (
    <Text
      x={plot.x + labelPadding}
      y={y}
      width={plot.width - labelPadding}
      maxLines={2}
      verticalAnchor="middle"
      style={{ fontSize: '1rem' }}
      className="fill-ink"
    >
      {payload.value}
    </Text>
  );
}

type ShareChartProps = {
  title: string;
  parts: { name: string; color: string }[];
  rows: { label: string; values: number[] }[];
};

/** Bars of full width, each divided into the same parts. */
export function ShareChart({ title, parts, rows }: ShareChartProps) {
  const toPercent = (part: unknown, row: ShareChartProps['rows'][number]) => {
    const total = row.values.reduce((sum, value) => sum + value, 0);
    return `${Math.round((Number(part) / total) * 100)}%`;
  };
  return (
    <BarChart
      responsive
      layout="vertical"
      stackOffset="expand"
      aria-label={toName(title)}
      style={size}
      data={rows}
      margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
    >
      <XAxis type="number" hide />
      <YAxis
        type="category"
        dataKey="label"
        width={128}
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={tick}
      />
      <Legend verticalAlign="top" align="left" itemSorter={null} />
      <Tooltip {...tooltip} formatter={(value, _name, { payload }) => toPercent(value, payload)} />
      {parts.map(({ name, color }, index) => (
        <Bar
          key={name}
          stackId="parts"
          name={name}
          dataKey={({ values }: ShareChartProps['rows'][number]) => values[index]}
          fill={color}
          className="stroke-sheet"
          {...still}
        />
      ))}
    </BarChart>
  );
}
