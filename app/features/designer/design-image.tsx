import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useRootData } from '#app/lib/root-data.ts';
import { SUBSTITUTE_TIMING, withCardVersion } from './drawing-url.ts';

const firstRetryMs = 8000;

type DesignImageProps = ComponentProps<'img'> & { src: string; isSmall?: boolean };

/** An image of `/design/image`, requested again if it is of a similar shed or missing; its parent is positioned. */
export function DesignImage({ src: url, isSmall = false, ...props }: DesignImageProps) {
  const drawing = withCardVersion(url, useRootData()?.cardVersion);
  const image = useRef<HTMLImageElement>(null);
  const [retry, setRetry] = useState({ url: '', count: 0 });
  const [status, setStatus] = useState<'expected' | 'failed' | 'substitute'>('expected');
  const attempt = retry.url === drawing ? retry.count : 0;
  // The server redirects to the same image: a browser reuses the one that it has of this URL.
  const src = attempt === 0 ? drawing : `${drawing}&again=${attempt}`;
  // It may have loaded or failed before hydration.
  useEffect(() => {
    const element = image.current;
    if (!element?.complete) setStatus('expected');
    else if (element.naturalWidth === 0) setStatus('failed');
    else setStatus(isSubstitute(src) ? 'substitute' : 'expected');
  }, [src]);
  useEffect(() => {
    if (status === 'expected') return;
    const retryDelayMs = firstRetryMs * (attempt + 1);
    const timer = setTimeout(() => setRetry({ url: drawing, count: attempt + 1 }), retryDelayMs);
    return () => clearTimeout(timer);
  }, [status, drawing, attempt]);
  return (
    <>
      <img
        alt=""
        width={960}
        height={720}
        {...props}
        ref={image}
        src={src}
        onLoad={() => setStatus(isSubstitute(src) ? 'substitute' : 'expected')}
        onError={() => setStatus('failed')}
      />
      {status !== 'expected' && (
        <p
          role={isSmall ? undefined : 'status'}
          className={`absolute inset-x-0 bottom-0 text-center ${isSmall ? 'text-xs' : 'px-4 py-2'} ${status === 'failed' ? 'top-0 grid place-items-center bg-pine' : 'bg-paper/90'}`}
        >
          {labels[status][isSmall ? 1 : 0]}
        </p>
      )}
    </>
  );
}

const labels = {
  substitute: ["A similar shed. We're still drawing yours.", 'A similar shed'],
  failed: ["The picture isn't ready yet. We'll try again in a moment.", 'Not ready yet'],
};

function isSubstitute(src: string): boolean {
  const loaded = performance.getEntriesByName(new URL(src, location.href).href).at(-1);
  const { serverTiming = [] } = (loaded ?? {}) as Partial<PerformanceResourceTiming>;
  return serverTiming.some(({ name }) => name === SUBSTITUTE_TIMING);
}
