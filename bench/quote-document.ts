import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  newAcceptanceRecord,
  newQuoteJob,
  newRichQuoteContent,
} from '#tests/fixtures/quote-jobs.ts';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { createDocumentProcess, type QuoteJob } from '../server/documents/document-process.ts';
import { circumstances, median, processFigures, report, untilIdle } from './machine.ts';

// The PDF of a quote with twenty items in the process that writes documents: time from request to bytes, its
// memory, and the longest time for which the process that serves pages did nothing else.
//   npx node bench/quote-document.ts [documents]

const documents = Number(process.argv[2] ?? 40);
/** Longer than the start takes. */
const warmMs = 3000;
const goal = { documentMs: 300, extraMB: 100 };

const items = Array.from({ length: 20 }, (_, index) =>
  newQuoteItem({
    id: `i${index}`,
    section: ['Shed', 'Interior', 'Delivery'][Math.floor(index / 7)] ?? '',
    description: `Item ${index + 1}, with a description that fills the line or nearly so`,
    optional: index % 6 === 5,
  }),
);
const content = newQuoteContent({ items });
const withDesign = newQuoteContent({ items, design: newRichQuoteContent().design });
const jobs: Record<string, QuoteJob> = {
  offer: newQuoteJob(content),
  offerWithDesign: newQuoteJob(withDesign),
  acceptance: newQuoteJob(withDesign, { acceptance: newAcceptanceRecord(withDesign) }),
};

const found = circumstances();
await untilIdle();
const cold = createDocumentProcess();
const [firstWithStart = 0] = await render(newQuoteJob(content), 1, cold);
cold.stop();
// As the preview does before a quote is sent.
const documentProcess = createDocumentProcess();
documentProcess.warm();
await sleep(warmMs);
const [first = 0] = await render(newQuoteJob(content), 1);
const figures: Record<string, object> = {};
for (const [name, job] of Object.entries(jobs)) {
  const stall = watchStalls();
  const times = await render(job, documents);
  figures[name] = {
    medianMs: Math.round(median(times)),
    maxMs: Math.round(Math.max(...times)),
    maxCallerStallMs: stall(),
    bytes: (await documentProcess.run({ type: 'quote', quote: job })).byteLength,
  };
}
const { residentMB, peakMB } = processFigures(findChild());
const privateMB = readPrivateMB(findChild());
documentProcess.stop();
report('quote-document', {
  ...found,
  unit: 'ms from request to PDF in the page process; MB of the document process, which ends after 30 s without work',
  goal,
  items: items.length,
  documentsPerKind: documents,
  firstMs: Math.round(first),
  firstWithStartMs: Math.round(firstWithStart),
  ...figures,
  memory: { privateMB, residentMB, peakMB },
});

async function render(
  quote: QuoteJob,
  count: number,
  writing = documentProcess,
): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const start = performance.now();
    await writing.run({ type: 'quote', quote });
    times.push(performance.now() - start);
  }
  return times;
}

/** Returns the longest time between two turns of the event loop since the call, beyond the timer's own. */
function watchStalls(): () => number {
  const interval = 2;
  let last = performance.now();
  let longest = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - interval);
    last = now;
  }, interval);
  return () => {
    clearInterval(timer);
    return Math.round(longest);
  };
}

function findChild(): number {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      const isChild = new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(status);
      if (isChild && command.includes('document-worker')) return Number(name);
    } catch {
      // The process has ended.
    }
  }
  throw new Error('The document process does not run');
}

/** What the process alone holds: the pages of the node binary are shared with the one that serves pages. */
function readPrivateMB(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kilobytes = [...rollup.matchAll(/^Private_\w+:\s+(\d+)/gm)].map(([, size]) => Number(size));
  return Math.round(kilobytes.reduce((sum, size) => sum + size, 0) / 1024);
}
