// Reports to POST /visits (server/visits.ts) what the server can't see: pages that React shows without loading them, and
// Core Web Vitals. Reports hold no id, and the server drops those of browsers that ask not to be tracked.

/** As its specifications and Chrome name them; TypeScript's library lacks some. */
type Entry = PerformanceEntry & {
  value?: number;
  hadRecentInput?: boolean;
  interactionId?: number;
  deliveryType?: string;
};

const send = (report: object) => navigator.sendBeacon?.('/visits', JSON.stringify(report));

let shownUrl: string | undefined;

/**
 * Called for each URL that a page shows.
 *
 * @param url path and query
 */
export function reportView(url: string): void {
  const former = shownUrl;
  shownUrl = url;
  if (former === undefined) {
    observeVitals();
    const [navigation] = performance.getEntriesByType('navigation') as Entry[];
    // The server saw the request for this page, but could not know that a person would open it.
    if (navigation?.deliveryType === 'navigational-prefetch') send({ view: url });
    return;
  }
  const isSamePage = getPath(former) === getPath(url);
  // In the designer each choice changes the query.
  if (former !== url && !(isSamePage && getPath(url) === '/design')) send({ view: url, former });
}

const getPath = (url: string) => url.split('?', 1)[0];

/** A shift belongs to the same burst for a second after the last one and for five in all. */
const burstGapMs = 1000;
const maxBurstMs = 5000;

/** Sends the vitals once, when the page is first hidden, as https://web.dev/articles/vitals measures them. */
function observeVitals(): void {
  // In the background nothing is painted.
  if (document.visibilityState === 'hidden') return;
  let lcp: number | undefined;
  let inp: number | undefined;
  let cls = 0;
  const burst = { sum: 0, start: 0, end: Number.NEGATIVE_INFINITY };
  const observers = [
    observe('largest-contentful-paint', ({ startTime }) => {
      lcp = startTime;
    }),
    // The longest interaction is the 98th percentile for up to 50 of them.
    observe('event', ({ interactionId, duration }) => {
      if (interactionId) inp = Math.max(inp ?? 0, duration);
    }),
    observe('layout-shift', ({ value = 0, hadRecentInput, startTime }) => {
      if (hadRecentInput) return;
      const isNew = startTime - burst.end > burstGapMs || startTime - burst.start > maxBurstMs;
      if (isNew) Object.assign(burst, { sum: 0, start: startTime });
      burst.sum += value;
      burst.end = startTime;
      cls = Math.max(cls, burst.sum);
    }),
  ];
  addEventListener('visibilitychange', function report() {
    if (document.visibilityState !== 'hidden') return;
    removeEventListener('visibilitychange', report);
    for (const stop of observers) stop?.();
    if (lcp === undefined) return;
    send({ lcp: Math.round(lcp), inp: inp && Math.round(inp), cls: Math.round(cls * 1000) });
  });
}

/** Returns a function that handles what is left and stops; undefined if the browser doesn't measure this. */
function observe(type: string, handle: (entry: Entry) => void): (() => void) | undefined {
  if (!PerformanceObserver.supportedEntryTypes?.includes(type)) return undefined;
  const handleAll = (entries: PerformanceEntryList) => {
    for (const entry of entries) handle(entry);
  };
  const observer = new PerformanceObserver((list) => handleAll(list.getEntries()));
  const options = { type, buffered: true, durationThreshold: 40 };
  observer.observe(options);
  return () => {
    handleAll(observer.takeRecords());
    observer.disconnect();
  };
}
