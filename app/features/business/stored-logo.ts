import type { Logo } from '#app/lib/site-looks.ts';

type StoredLogo = {
  logo_image: string | null;
  logo_width: number | null;
  logo_height: number | null;
};

export function parseLogo(stored: StoredLogo | null): Logo | undefined {
  const { logo_image: path, logo_width: width, logo_height: height } = stored ?? {};
  return path && width && height ? { path, width, height } : undefined;
}

export const toLogoColumns = (logo: Logo | undefined): StoredLogo => ({
  logo_image: logo?.path ?? null,
  logo_width: logo?.width ?? null,
  logo_height: logo?.height ?? null,
});
