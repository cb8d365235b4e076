import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { listSections } from '#app/data/home-content.ts';
import { ListStates } from '../lists/list-states.tsx';
import { headingId } from '../lists/return-focus.ts';
import { useRows } from '../lists/use-rows.ts';
import { PlainScreen } from '../plain-screen.tsx';
import { adminMeta } from '../robots.ts';
import { HeroSection } from './hero-section.tsx';
import { VideoSection } from './video-section.tsx';

const isVideos = (pathname: string) => /\/videos\/?$/.test(pathname);

export const meta = ({ location }: { location: { pathname: string } }) =>
  adminMeta(isVideos(location.pathname) ? 'Video Carousel' : 'Home Content');

/** The tops of the two pages that have one, and the clips of the home page. */
export default function HomeContentScreen() {
  const list = useRows(listSections);
  const { pathname } = useLocation();
  const ready = list.state.is !== 'loading';

  // One screen at two addresses: the second is about the videos further down.
  useEffect(() => {
    if (ready && isVideos(pathname)) document.getElementById(headingId)?.scrollIntoView();
  }, [ready, pathname]);

  return (
    <>
      <div className="mb-4">
        <PlainScreen title="Home Content" />
      </div>
      <ListStates things="sections" list={list}>
        {(sections) => (
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
