import { ScanLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRootData } from '#app/lib/root-data.ts';
import { withCardVersion } from './drawing-url.ts';
import { getModelUrl, getQuickLookUrl, getSceneViewerUrl } from './model-links.ts';

type ArViewer = 'scene-viewer' | 'quick-look';

/** `query` is the design's, as in the URL of the designer. */
type ModelProps = { query: string; title: string };

/** Shows the shed in its true size through the phone's camera; nothing where that does not work. */
export function ViewInYard({ query: design, title }: ModelProps) {
  const query = withCardVersion(design, useRootData()?.cardVersion);
  const viewer = useArViewer();
  if (!viewer) return null;
  const content = (
    <>
      <ScanLine aria-hidden="true" className="size-5" />
      View in your yard
    </>
  );
  const className =
    'pointer-events-auto inline-flex min-h-11 items-center gap-2 rounded-md border border-ink bg-paper/90 px-3 font-semibold hover:bg-ink hover:text-white';
  if (viewer === 'scene-viewer') {
    return (
      <a href={getSceneViewerUrl(query, title, location.href)} className={className}>
        {content}
      </a>
    );
  }
  return (
    <button
      type="button"
      onClick={() => openQuickLook(getQuickLookUrl(query))}
      className={className}
    >
      {content}
    </button>
  );
}

/** For other programs, where the camera of a phone is of no use. */
export function ModelDownload({ query, title }: ModelProps) {
  const url = withCardVersion(getModelUrl(query, 'glb'), useRootData()?.cardVersion);
  if (useArViewer()) return null;
  return (
    <p className="mt-4 print:hidden">
      <a
        href={url}
        download={`${title}.glb`}
        className="drawn-link inline-flex min-h-8 items-center font-semibold"
      >
        Download 3D model (GLB)
      </a>
    </p>
  );
}

function useArViewer(): ArViewer | undefined {
  const [viewer, setViewer] = useState<ArViewer>();
  useEffect(() => setViewer(findArViewer()), []);
  return viewer;
}

function findArViewer(): ArViewer | undefined {
  // Macs can't show it, though Safari may support the link.
  const hasTouch = navigator.maxTouchPoints > 0;
  if (hasTouch && document.createElement('a').relList.supports('ar')) return 'quick-look';
  // Firefox does not open other apps, and headsets have no Scene Viewer.
  const { userAgent } = navigator;
  return /android/i.test(userAgent) && !/firefox|oculus/i.test(userAgent)
    ? 'scene-viewer'
    : undefined;
}

/** Safari opens the model of a link whose only content is an image. */
function openQuickLook(url: string) {
  const link = document.createElement('a');
  link.rel = 'ar';
  link.href = url;
  link.append(document.createElement('img'));
  link.click();
}
