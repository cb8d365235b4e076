import { LRUCache } from 'lru-cache';
import type { ReactElement } from 'react';
import { data } from 'react-router';
import { readPublishedPost } from '#app/features/blog/blog-posts.ts';
import { defaultAccent } from '#app/features/business/accent-color.ts';
import { readBusinessSettings } from '#app/features/business/business-settings.ts';
import type { Client } from '#app/lib/client.ts';
import { supabaseContext } from '#app/site/request-context.ts';
import { HouseDrawing } from '#app/ui/house-drawing.tsx';
import type { Route } from './+types/social-card.ts';
import { cardDrawing } from './card-drawing.server.tsx';

const made = new LRUCache<string, Buffer>({ max: 100 });

/** Serves the 1200x630 social card of a page without a photograph. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const drawing = await findDrawing(params['*'] ?? '', client);
  if (!drawing) throw data(null, { status: 404 });
  const settings = await readBusinessSettings(client);
  const svg = cardDrawing(drawing, settings?.accent_color ?? defaultAccent);
  const png = made.get(svg) ?? (await paint(svg));
  made.set(svg, png);
  return new Response(new Uint8Array(png), {
    headers: { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400' },
  });
}

/** Loaded on first use: it takes memory and is rarely needed. */
async function paint(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
}

const pages: Record<string, ReactElement> = {
  home: <HouseDrawing part="exterior" />,
  sheds: <HouseDrawing part="shed" />,
  blog: <HouseDrawing part="siding" />,
  reviews: <HouseDrawing part="exterior" />,
  faq: <HouseDrawing part="garage door" />,
  contact: <HouseDrawing part="garage and addition" />,
  'quote-request': <HouseDrawing part="shop" />,
  privacy: <HouseDrawing part="garage door" />,
  accessibility: <HouseDrawing part="exterior" />,
};

async function findDrawing(file: string, client: Client): Promise<ReactElement | undefined> {
  const [, folder, name = ''] = /^(?:(blog)\/)?([^/]+)\.png$/.exec(file) ?? [];
  if (!folder) return Object.hasOwn(pages, name) ? pages[name] : undefined;
  return (await readPublishedPost(client, name)) ? pages.home : undefined;
}
