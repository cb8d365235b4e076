import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Client } from '#app/data/client.ts';
import { listSections } from '#app/data/home-content.ts';
import { ListStates } from '../lists/list-states.tsx';
import { headingId } from '../lists/return-focus.ts';
import { PageHeader } from '../page-header.tsx';
import { formQueryOptions } from '../query-client.ts';
import { useAdminClient } from '../session.ts';
import { VideoSection } from './video-section.tsx';

async function loadSections(client: Client) {
  const [sections, { HeroSection }] = await Promise.all([
    listSections(client),
    import('./hero-section.tsx'),
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
