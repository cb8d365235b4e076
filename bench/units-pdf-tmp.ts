import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { FRAMING_DEFAULTS } from '#drawing/design/lumber.ts';
import { constrainDesign } from '#drawing/design/constrain-design.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { EXTRAS } from '#drawing/design/shed-design.ts';
import { renderCutList, renderShopDrawings } from '#server/documents/shop-documents.ts';
import { findChromium } from '../scripts/browser-and-server.ts';
const facts = { business: 'Hillside Sheds', engineer: [], missingLimits: [], changes: [], framing: FRAMING_DEFAULTS, request: { number: '3F2A91C4', customer: 'Ann', createdAt: '2026-11-20T15:04:05Z' } };
const gable = createPresetDesign({ style: 'Gable', width: 10, length: 12 });
const big = constrainDesign({ ...createPresetDesign({ style: 'Dormer', width: 16, length: 24 }), extras: [...EXTRAS], porchDepth: 8, wallHeight: 120 }).design;
const engineer = ['Needs an engineer: 16 ft (4.88 m) is wider than the 12 ft (3.66 m) built without one.'];
const files: Record<string, Buffer> = {
  'gable-shop': await renderShopDrawings(gable, facts), 'gable-cut': await renderCutList(gable, facts),
  'big-shop': await renderShopDrawings(big, { ...facts, engineer }), 'big-cut': await renderCutList(big, { ...facts, engineer }),
};
const server = createServer((request, response) => {
  const path = request.url ?? '/';
  if (path === '/') return response.setHeader('content-type', 'text/html').end('<body></body>');
  if (path.endsWith('.mjs')) return response.setHeader('content-type', 'text/javascript').end(readFileSync(`node_modules/pdfjs-dist/build${path}`));
  response.end(files[path.slice(1)]);
}).listen(0);
const { port } = server.address() as { port: number };
const browser = await chromium.launch({ executablePath: findChromium() });
const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
await page.goto(`http://127.0.0.1:${port}/`);
for (const name of Object.keys(files)) {
  await page.evaluate(async (file) => {
    document.body.innerHTML = '';
    document.body.style.cssText = 'display:flex;flex-wrap:wrap;gap:6px;margin:0;background:#999';
    const pdfjs = await import(/* @vite-ignore */ '/pdf.mjs' as string);
    pdfjs.GlobalWorkerOptions.workerSrc = '/pdf.worker.mjs';
    const pdf = await pdfjs.getDocument('/' + file).promise;
    for (let i = 1; i <= Math.min(pdf.numPages, 14); i++) {
      const one = await pdf.getPage(i);
      const viewport = one.getViewport({ scale: 1 });
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [viewport.width, viewport.height];
      document.body.append(canvas);
      await one.render({ canvasContext: canvas.getContext('2d'), viewport }).promise;
    }
  }, name);
  await page.screenshot({ path: `/tmp/units-${name}.png`, fullPage: true });
}
await browser.close();
server.close();
