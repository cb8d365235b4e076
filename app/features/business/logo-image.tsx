import type { Logo } from '#app/lib/site-looks.ts';
import { fitLogo, getLogoUrl } from './logo.ts';

type LogoImageProps = {
  logo: Logo;
  /** The name of the business. */
  name: string;
  /** The most room it has, in CSS pixels. */
  box: { width: number; height: number };
};

/** The logo for a light background. Its size is known before it loads, and it shrinks with its container. */
export function LogoImage({ logo, name, box }: LogoImageProps) {
  return (
    <img
      src={getLogoUrl(logo, 'logo')}
      alt={name}
      {...fitLogo(logo, box)}
      // Otherwise React preloads it before the hero's image.
      fetchPriority="low"
      className="h-auto max-w-full"
    />
  );
}
