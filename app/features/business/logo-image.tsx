import { fitLogo, getLogoUrl, type Logo } from './logo.ts';

type LogoImageProps = {
  logo: Logo;
  /** The name of the business. */
  name: string;
  /** The most room it has, in CSS pixels. */
  box: { width: number; height: number };
};

/** The logo on a light ground. Its size is known before it loads, and it shrinks with its container. */
export function LogoImage({ logo, name, box }: LogoImageProps) {
  return (
    <img
      src={getLogoUrl(logo, 'logo')}
      alt={name}
      {...fitLogo(logo, box)}
      className="h-auto max-w-full"
    />
  );
}
