import type { Row } from '#app/lib/database.types.ts';
import { Carousel } from '#app/site/carousel.tsx';
import { SectionHead } from '#app/site/page-parts.tsx';
import { VideoPlayer } from '#app/site/video-player.tsx';

type Video = Row<'video_carousel'>;

export default function Videos({ title, videos }: { title: string; videos: Video[] }) {
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
                <VideoPlayer video={video} />
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
