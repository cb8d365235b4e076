import { Play } from 'lucide-react';
import { useState } from 'react';
import type { Row } from '#app/data/database.types.ts';
import { getVideoSource, type VideoSource } from '#app/domain/content/video-source.ts';
import { useAltText } from '#app/site/alt-texts.tsx';
import { Carousel } from '#app/site/carousel.tsx';
import { SectionHead } from '#app/site/section-head.tsx';
import { HouseDrawing } from '#app/ui/illustrations/house-drawing.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';

type Video = Row<'video_carousel'>;

export function Videos({ videos }: { videos: Video[] }) {
  if (videos.length === 0) return null;
  return (
    <section aria-labelledby="videos" className="wrap py-16 sm:py-24">
      <SectionHead id="videos" title="From the site" />
      <Carousel
        label="Videos"
        id="video"
        slides={videos.map((video) => ({
          key: video.id,
          content: (
            <div className="grid grid-cols-1 gap-5 lg:grid-cols-12 lg:gap-8">
              <div className="relative aspect-video self-start overflow-hidden [content-visibility:auto] border border-line bg-pine lg:col-span-8">
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

/** A transparent pixel: without a poster browsers draw a dark background. */
const clear = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

function Player({ video, source }: { video: Video; source: VideoSource }) {
  const [playing, setPlaying] = useState(false);
  if (source.kind === 'file') {
    return (
      <>
        {/* A poster attribute cannot be lazy. */}
        {video.thumbnail_url && <Poster path={video.thumbnail_url} />}
        {/* biome-ignore lint/a11y/useMediaCaption: the clips have no speech */}
        <video
          src={source.url}
          poster={video.thumbnail_url ? clear : undefined}
          controls
          playsInline
          preload={video.thumbnail_url ? 'none' : 'metadata'}
          aria-label={video.title}
          className="absolute inset-0 size-full object-cover"
        />
      </>
    );
  }
  if (source.kind === 'embed' && playing) {
    return (
      <iframe
        src={source.player}
        title={video.title}
        allow="autoplay; fullscreen; picture-in-picture"
        allowFullScreen
        className="absolute inset-0 size-full"
      />
    );
  }
  return (
    <a
      href={source.url}
      onClick={(event) => {
        if (source.kind !== 'embed' || event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        setPlaying(true);
      }}
      className="group absolute inset-0 grid place-items-center"
    >
      <Poster path={video.thumbnail_url} />
      <span className="relative inline-flex min-h-14 items-center gap-3 bg-sheet px-5 font-semibold shadow-md group-hover:bg-barn group-hover:text-white">
        <Play aria-hidden="true" className="size-5 fill-current" />
        {source.kind === 'embed' ? `Play on ${source.host}` : 'Open the video'}
        <span className="sr-only">: {video.title}</span>
      </span>
    </a>
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
