import { readBusinessSettings } from '#app/features/business/business-settings.ts';
import { getLogoUrl } from '#app/features/business/logo.ts';
import { parseLogo } from '#app/features/business/stored-logo.ts';
import type { Logo } from '#app/lib/site-looks.ts';
import { supabaseContext } from '#app/site/request-context.ts';
import type { Route } from './+types/manifest-route.ts';
import { fallbackName } from './navigation.ts';

type IconName = 'icon-192' | 'icon-512' | 'maskable-512';
type Purpose = 'any' | 'maskable';

const icon = (logo: Logo | undefined, name: IconName, size: number, purpose: Purpose) => ({
  src: logo ? getLogoUrl(logo, name) : `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

export async function loader({ context }: Route.LoaderArgs) {
  const settings = await readBusinessSettings(context.get(supabaseContext));
  const name = settings?.business_name ?? fallbackName;
  const logo = parseLogo(settings);
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
    icons: [
      icon(logo, 'icon-192', 192, 'any'),
      icon(logo, 'icon-512', 512, 'any'),
      icon(logo, 'maskable-512', 512, 'maskable'),
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: {
      'Content-Type': 'application/manifest+json; charset=utf-8',
      'Cache-Control': 'max-age=3600',
    },
  });
}
