import { readBusinessSettings } from '#app/features/business/business-settings.ts';
import { supabaseContext } from '#app/site/request-context.ts';
import type { Route } from './+types/manifest-route.ts';
import { fallbackName } from './navigation.ts';

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

export async function loader({ context }: Route.LoaderArgs) {
  const settings = await readBusinessSettings(context.get(supabaseContext));
  const name = settings?.business_name ?? fallbackName;
  const manifest = {
    id: '/',
    name,
    short_name: name.length <= 20 ? name : (name.split(/\s/)[0] ?? name),
    lang: 'en-CA',
    start_url: '/',
    scope: '/',
    display: 'browser',
    background_color: '#f8f7f3',
    theme_color: '#f8f7f3',
    icons: [icon('icon', 192, 'any'), icon('icon', 512, 'any'), icon('maskable', 512, 'maskable')],
  };
  return new Response(JSON.stringify(manifest), {
    headers: {
      'Content-Type': 'application/manifest+json; charset=utf-8',
      'Cache-Control': 'max-age=3600',
    },
  });
}
