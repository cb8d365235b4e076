import type { VideoObject } from 'schema-dts';
import type { Row } from '#app/lib/database.types.ts';
import { getAbsoluteImageUrl } from '#app/lib/image-url.ts';
import type { Site } from '#app/site/seo/site.ts';
import { getVideoSource } from '../video-source.ts';

/** Without clips that lack a thumbnail or are links only: search engines reject them. */
export function videoNodes(site: Site, videos: Row<'video_carousel'>[]): VideoObject[] {
  return videos.flatMap(({ title, description, video_url, thumbnail_url, created_at }) => {
    const source = getVideoSource(video_url);
    if (!thumbnail_url || source.type === 'link') return [];
    return [
      {
        '@type': 'VideoObject' as const,
        name: title,
        ...(description && { description }),
        thumbnailUrl: getAbsoluteImageUrl(site.url, thumbnail_url),
        uploadDate: new Date(created_at).toISOString(),
        ...(source.type === 'file'
          ? { contentUrl: new URL(source.url, `${site.url}/`).href }
          : { embedUrl: source.player.replace(/[?&]autoplay=1.*$/, '') }),
      },
    ];
  });
}
