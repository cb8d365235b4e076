import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { ListStates } from '#app/admin/lists/list-parts.tsx';
import { headingId } from '#app/admin/lists/return-focus.ts';
import { formQueryOptions } from '#app/admin/query-client.ts';
import { PageHeader } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { listSections } from '#app/features/heroes/heroes.ts';
import type { Client } from '#app/lib/client.ts';
import { VideoSection } from './video-section.tsx';

async function loadSections(client: Client) {
  const [sections, { HeroSection }] = await Promise.all([
    listSections(client),
    import('#app/features/heroes/hero-section.tsx'),
  ]);
  return { sections, HeroSection };
}

const isVideos = (pathname: string) => /\/videos\/?$/.test(pathname);

export default function HomeContentScreen() {
  const client = useAdminClient();
  const query = useQuery({
    queryKey: ['home_content'],
    queryFn: () => loadSections(client),
    ...formQueryOptions,
  });
  const { pathname } = useLocation();
  const ready = !query.isPending;

  useEffect(() => {
    if (ready && isVideos(pathname)) document.getElementById(headingId)?.scrollIntoView();
  }, [ready, pathname]);

  return (
    <>
      <div className="mb-4">
        <PageHeader title="Home Content" />
      </div>
      <ListStates entityPlural="sections" shape="form" query={query}>
        {({ sections, HeroSection }) => (
          <div className="mb-10 grid gap-5">
            <HeroSection
              title="Hero Section"
              intro="The top of the home page."
              sectionName="hero"
              section={sections.find((section) => section.section_name === 'hero')}
            />
            <HeroSection
              title="Sheds Page Hero"
              intro="The top of the page Custom Sheds."
              sectionName="sheds_hero"
              section={sections.find((section) => section.section_name === 'sheds_hero')}
            />
          </div>
        )}
      </ListStates>
      <VideoSection />
    </>
  );
}
