import { Play } from 'lucide-react';
import { useState } from 'react';
import type { Row } from '#app/lib/database.types.ts';
import { Carousel } from '#app/site/carousel.tsx';
import { SectionHead, useAltText } from '#app/site/page-parts.tsx';
import { HouseDrawing } from '#app/ui/house-drawing.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import { getVideoSource, type VideoSource } from '../video-source.ts';

type Video = Row<'video_carousel'>;

export function Videos({ title, videos }: { title: string; videos: Video[] }) {
  if (videos.length === 0) return null;
  return (
    <section aria-labelledby="videos" className="wrap py-11 sm:py-16">
      <SectionHead id="videos" title={title} />
      <Carousel
        label="Videos"
        id="video"
        slides={videos.map((video) => ({
          key: video.id,
          content: (
            <div className="grid grid-cols-1 gap-5 lg:grid-cols-12 lg:gap-8">
              <div className="relative aspect-video self-start overflow-hidden border border-line bg-pine lg:col-span-8">
                <Player video={video} source={getVideoSource(video.video_url)} />
              </div>
              <div className="self-end lg:col-span-4 lg:pb-1">
                <h3 className="display text-2xl sm:text-3xl">{video.title}</h3>
                {video.description && (
                  <p className="mt-3 whitespace-pre-line text-ink-soft">{video.description}</p>
                )}
              </div>
            </div>
          ),
        }))}
      />
    </section>
  );
}

function Player({ video, source }: { video: Video; source: VideoSource }) {
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
