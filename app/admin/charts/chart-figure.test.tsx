import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ChartFigure, getRankChartHeight, RankChart } from './chart-figure.tsx';

test('ChartFigure has room for the chart, the values as a table, and the CSV, before the chart is drawn', () => {
  const rows = [
    { label: 'Home', value: 1200 },
    { label: 'Contact', value: 7 },
  ];
  const html = renderToStaticMarkup(
    <ChartFigure
      height={getRankChartHeight(rows)}
      table={{
        caption: 'Pages',
        headers: ['Page', 'Views'],
        rows: rows.map(({ label, value }) => [label, String(value)]),
      }}
      csv={{ name: 'pages', rows: [] }}
    >
      <RankChart title="Pages" unit="Views" rows={rows} format={String} />
    </ChartFigure>,
  );
  expect(html).toContain('height:80px');
  expect(html).not.toContain('<svg');
  const cells = [...html.matchAll(/<t[hd]\b[^>]*>([^<]*)/g)].map(([, text]) => text);
  expect(cells).toEqual(['Page', 'Views', 'Home', '1200', 'Contact', '7']);
  expect(html).toContain('Download CSV');
});
