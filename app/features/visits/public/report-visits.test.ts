import { expect, test, vi } from 'vitest';
import { reportView } from './report-visits.ts';

test('reportView reports later pages, and the vitals once the page is hidden', () => {
  const sent: object[] = [];
  const observers = new Map<string, (entries: object[]) => void>();
  class Observer {
    static supportedEntryTypes = ['largest-contentful-paint', 'event', 'layout-shift'];
    handle: (list: { getEntries: () => object[] }) => void;
    constructor(handle: Observer['handle']) {
      this.handle = handle;
    }
    observe({ type }: { type: string }) {
      observers.set(type, (entries) => this.handle({ getEntries: () => entries }));
    }
    takeRecords = () => [];
    disconnect() {}
  }
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('PerformanceObserver', Observer);
  vi.stubGlobal('navigator', {
    sendBeacon: (url: string, body: string) => sent.push({ url, ...JSON.parse(body) }),
  });
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([]);

  for (const url of ['/', '/', '/design', '/design?style=gable', '/sheds?size=Small']) {
    reportView(url);
  }
  expect(sent.splice(0)).toEqual([
    { url: '/visits', view: '/design', former: '/' },
    { url: '/visits', view: '/sheds?size=Small', former: '/design?style=gable' },
  ]);

  observers.get('largest-contentful-paint')?.([{ startTime: 900 }, { startTime: 1200.4 }]);
  observers.get('event')?.([
    { interactionId: 0, duration: 900 },
    { interactionId: 7, duration: 120 },
  ]);
  observers.get('layout-shift')?.([
    { startTime: 0, value: 0.02 },
    { startTime: 500, value: 0.03 },
    { startTime: 600, value: 0.5, hadRecentInput: true },
    { startTime: 9000, value: 0.01 },
  ]);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  page.dispatchEvent(new Event('visibilitychange'));
  expect(sent).toEqual([{ url: '/visits', lcp: 1200, inp: 120, cls: 50 }]);
  vi.unstubAllGlobals();
});
