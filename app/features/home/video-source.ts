import type { VideoObject } from 'schema-dts';
import type { Row } from '#app/lib/database.types.ts';
import { getAbsoluteImageUrl } from '#app/lib/image-url.ts';
import { parseUrl } from '#app/lib/urls.ts';

export type VideoSource =
  | { type: 'file'; url: string }
  | { type: 'embed'; url: string; player: string; host: 'YouTube' | 'Vimeo' }
  | { type: 'link'; url: string };

/** @param url an http(s) URL, or a path on this site */
export function getVideoSource(url: string): VideoSource {
  const parsed = parseVideoUrl(url);
  if (!parsed) return { type: 'link', url };
  if (/\.(mp4|webm|m4v|mov|ogv)$/i.test(parsed.pathname)) return { type: 'file', url };
  const player = getYouTubePlayer(parsed);
  if (player) return { type: 'embed', url, player, host: 'YouTube' };
  const vimeoPlayer = getVimeoPlayer(parsed);
  if (vimeoPlayer) return { type: 'embed', url, player: vimeoPlayer, host: 'Vimeo' };
  return { type: 'link', url };
}

function parseVideoUrl(url: string) {
  if (url.startsWith('/')) return parseUrl(url, 'https://site.invalid');
  const parsed = parseUrl(url);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed : null;
}

/** Names of YouTube's players for playlists and channels. They look like video ids. */
const youtubeListPlayers = ['videoseries', 'live_stream'];

function getYouTubePlayer(url: URL): string | undefined {
  const { hostname, pathname, searchParams } = url;
  const host = hostname.replace(/^(www|m|music)\./, '');
  let id: string | null | undefined;
  if (host === 'youtu.be') id = pathname.match(/^\/([^/]+)\/?$/)?.[1];
  else if (host === 'youtube.com' || host === 'youtube-nocookie.com') {
    id = /^\/watch\/?$/.test(pathname)
      ? searchParams.get('v')
      : pathname.match(/^\/(?:embed|shorts|live|v|watch)\/([^/]+)\/?$/)?.[1];
  }
  if (!id || !/^[\w-]{11}$/.test(id) || youtubeListPlayers.includes(id)) return undefined;
  const start = readStart(url);
  return `https://www.youtube-nocookie.com/embed/${id}?autoplay=1${start ? `&start=${start}` : ''}`;
}

/** The paths of a single video. The hash of an unlisted video follows the id, or is the parameter `h`. */
const vimeoPaths = [
  /^\/(?:video\/|manage\/videos\/)?(?<id>\d{4,})(?:\/(?<hash>[\da-f]{6,}))?\/?$/,
  /^\/(?:channels\/[^/]+|groups\/[^/]+\/videos|(?:album|showcase)\/\d+\/video)\/(?<id>\d{4,})\/?$/,
];

function getVimeoPlayer(url: URL): string | undefined {
  if (!/^(www\.|player\.)?vimeo\.com$/.test(url.hostname)) return undefined;
  const groups = vimeoPaths.map((path) => path.exec(url.pathname)?.groups).find(Boolean);
  if (!groups) return undefined;
  const parameter = url.searchParams.get('h');
  const hash =
    groups.hash ?? (parameter && /^[\da-f]{6,}$/.test(parameter) ? parameter : undefined);
  const start = readStart(url);
  return `https://player.vimeo.com/video/${groups.id}?${hash ? `h=${hash}&` : ''}autoplay=1&dnt=1${start ? `#t=${start}s` : ''}`;
}

/** The second at which a link starts: `t=90`, `t=1m30s`, `start=90`, as a parameter or in the fragment. */
function readStart({ searchParams, hash }: URL): number | undefined {
  const text =
    searchParams.get('t') ??
    searchParams.get('start') ??
    searchParams.get('time_continue') ??
    new URLSearchParams(hash.slice(1)).get('t');
  const parts = text?.match(/^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/);
  if (!parts) return undefined;
  const [hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) || undefined;
}

/**
 * Describes videos to search engines. Skips those without a thumbnail and mere links, which they reject.
 * @param siteUrl without a slash at the end
 */
export function videoNodes(siteUrl: string, videos: Row<'video_carousel'>[]): VideoObject[] {
  return videos.flatMap(({ title, description, video_url, thumbnail_url, created_at }) => {
    const source = getVideoSource(video_url);
    if (!thumbnail_url || source.type === 'link') return [];
    return [
      {
        '@type': 'VideoObject' as const,
        name: title,
        ...(description && { description }),
        thumbnailUrl: getAbsoluteImageUrl(siteUrl, thumbnail_url),
        uploadDate: new Date(created_at).toISOString(),
        ...(source.type === 'file'
          ? { contentUrl: new URL(source.url, `${siteUrl}/`).href }
          : { embedUrl: source.player.replace(/[?&]autoplay=1.*$/, '') }),
      },
    ];
  });
}
