import { parseUrl } from '../format/urls.ts';

export type VideoSource =
  | { type: 'file'; url: string }
  | { type: 'embed'; url: string; player: string; host: 'YouTube' | 'Vimeo' }
  | { type: 'link'; url: string };

/** @param url an http(s) URL, or a path on this site */
export function getVideoSource(url: string): VideoSource {
  const parsed = parseVideoUrl(url);
  if (!parsed) return { type: 'link', url };
  if (/\.(mp4|webm|m4v|mov|ogv)$/i.test(parsed.pathname)) return { type: 'file', url };
  const youtube = youtubeId(parsed);
  if (youtube) {
    const player = `https://www.youtube-nocookie.com/embed/${youtube}?autoplay=1`;
    return { type: 'embed', url, player, host: 'YouTube' };
  }
  const vimeo = vimeoId(parsed);
  if (vimeo) {
    const player = `https://player.vimeo.com/video/${vimeo}?autoplay=1&dnt=1`;
    return { type: 'embed', url, player, host: 'Vimeo' };
  }
  return { type: 'link', url };
}

function parseVideoUrl(url: string) {
  if (url.startsWith('/')) return parseUrl(url, 'https://site.invalid');
  const parsed = parseUrl(url);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed : null;
}

function youtubeId({ hostname, pathname, searchParams }: URL) {
  const host = hostname.replace(/^(www|m)\./, '');
  const id =
    host === 'youtu.be'
      ? pathname.slice(1)
      : host === 'youtube.com' || host === 'youtube-nocookie.com'
        ? (searchParams.get('v') ?? pathname.match(/^\/(?:embed|shorts|live)\/([^/]+)/)?.[1])
        : undefined;
  return id && /^[\w-]{6,20}$/.test(id) ? id : undefined;
}

function vimeoId({ hostname, pathname }: URL) {
  if (!/^(www\.|player\.)?vimeo\.com$/.test(hostname)) return undefined;
  return pathname.match(/\/(\d{4,})(?:\/|$)/)?.[1];
}
