import { useRouteLoaderData } from 'react-router';
import type { SupabaseAddress } from '#app/data/supabase-context.ts';
import type { loader as rootLoader } from '#app/root.tsx';

/** What a public form needs to know of the website. */
export type FormSite = {
  /** Shows when the server has made the page. */
  formToken: string;
  /** Cloudflare's key for this website, where its check is switched on. */
  challengeKey: string | undefined;
  /** Who asks for the consent to news: name, address, e-mail, telephone; '' where none is known. */
  asking: string;
  /** Where pictures are stored. */
  supabase: SupabaseAddress;
};

/** What the forms of this page know of the website. */
export function useFormSite(): FormSite {
  const root = useRouteLoaderData<typeof rootLoader>('root');
  const { business_name, address, email, phone } = root?.settings ?? {};
  return {
    formToken: root?.formToken ?? '',
    challengeKey: root?.challengeKey,
    asking: [business_name, address, email, phone].filter(Boolean).join(', '),
    supabase: root?.supabase ?? { url: '', publishableKey: '' },
  };
}
