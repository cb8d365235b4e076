import { Play } from 'lucide-react';
import { useState } from 'react';
import { getVideoSource, type VideoSource } from '#app/features/home/video-source.ts';
import type { Row } from '#app/lib/database.types.ts';
import { HouseDrawing } from '#app/ui/house-drawing.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import { useAltText } from './page-parts.tsx';

type Video = Pick<Row<'video_carousel'>, 'title' | 'video_url' | 'thumbnail_url'>;

/** A video that loads once it is played; without scripts, a link to it. It fills its frame. */
export function VideoPlayer({ video }: { video: Video }) {
  const source = getVideoSource(video.video_url);
  const [playing, setPlaying] = useState(false);
  if (playing && source.type === 'file') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: the clips have no speech
      <video
        ref={focusPlayer}
        src={source.url}
        autoPlay
        controls
        playsInline
        aria-label={video.title}
        className="absolute inset-0 size-full bg-ink object-contain"
      />
    );
  }
  if (playing && source.type === 'embed') {
    return (
      <iframe
        ref={focusPlayer}
        src={source.player}
        title={video.title}
        allow="autoplay; fullscreen; picture-in-picture"
        allowFullScreen
        className="absolute inset-0 size-full"
      />
    );
  }
  const action = getAction(source);
  return (
    <a
      href={source.url}
      aria-label={`${action}: ${video.title}`}
      onClick={(event) => {
        if (source.type === 'link' || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        setPlaying(true);
      }}
      className="group absolute inset-0 flex items-center justify-center"
    >
      {source.type === 'file' && !video.thumbnail_url ? (
        <FirstFrame url={source.url} />
      ) : (
        <Poster path={video.thumbnail_url} />
      )}
      <span className="relative grid justify-items-center gap-3">
        <span className="grid size-20 place-items-center rounded-full border-3 border-white bg-brand text-white raised group-hover:bg-brand-deep sm:size-24">
          <Play aria-hidden="true" className="ml-1.5 size-9 fill-current sm:size-11" />
        </span>
        {source.type !== 'file' && (
          <span className="bg-sheet px-3 py-1 font-semibold text-sm">{action}</span>
        )}
      </span>
    </a>
  );
}

function getAction(source: VideoSource): string {
  if (source.type === 'link') return 'Open the video';
  return source.type === 'embed' ? `Play on ${source.host}` : 'Play';
}

/** Moves the focus to the player: the play button that had it is gone. */
function focusPlayer(player: HTMLElement | null) {
  player?.focus({ preventScroll: true });
}

function FirstFrame({ url }: { url: string }) {
  return (
    <video
      src={url}
      preload="metadata"
      muted
      playsInline
      tabIndex={-1}
      aria-hidden="true"
      className="absolute inset-0 size-full object-cover"
    />
  );
}

function Poster({ path }: { path: string | null }) {
  const getAlt = useAltText();
  const drawing = (
    <HouseDrawing part="exterior" className="absolute inset-0 size-full p-[8%] opacity-60" />
  );
  if (!path) return drawing;
  return (
    <ResponsiveImage
      path={path}
      alt={getAlt(path)}
      sizes="(min-width: 64rem) 54rem, 100vw"
      width={960}
      height={540}
      className="absolute inset-0 size-full object-cover"
      fallback={drawing}
    />
  );
}
