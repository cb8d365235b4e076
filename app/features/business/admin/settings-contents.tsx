import { Link } from 'react-router';
import { AnchoredSection, useAnchor } from '#app/admin/records/anchored-section.tsx';
import type { FormSectionProps } from '#app/admin/screen-parts.tsx';

/** The sections of the settings by the hash of links to them, in the order of a phone. */
const sections = {
  basics: 'Basic Information',
  appearance: 'Appearance',
  area: 'Area and Payment',
  services: 'Services',
  people: 'People',
  faq: 'Frequently Asked Questions',
  hours: 'Business Hours',
  hst: 'HST',
  privacy: 'Privacy',
  backups: 'Backups',
  trust: 'Your Business and How It Works',
  search: 'Search Engines',
};

type SettingsSectionProps = Omit<FormSectionProps, 'title'> & { anchor: keyof typeof sections };

export function SettingsSection(props: SettingsSectionProps) {
  return <AnchoredSection title={sections[props.anchor]} {...props} />;
}

const contents = 'sections';

/** Links to the sections: on a phone the screen is ten times as high as the window. */
export function SettingsContents() {
  useAnchor(contents);
  return (
    <nav id={contents} tabIndex={-1} aria-label="On this page" className="mb-4 outline-none">
      <ul className="grid grid-cols-2 gap-x-5 sm:flex sm:flex-wrap">
        {Object.entries(sections).map(([anchor, title]) => (
          <li key={anchor}>
            <AnchorLink anchor={anchor}>{title}</AnchorLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function ContentsLink() {
  return <AnchorLink anchor={contents}>Sections</AnchorLink>;
}

/** Back then leads to the screen before, as if nobody had followed the link. */
function AnchorLink({ anchor, children }: { anchor: string; children: string }) {
  return (
    <Link
      to={`#${anchor}`}
      replace
      preventScrollReset
      className="drawn-link inline-flex min-h-11 items-center leading-snug"
    >
      {children}
    </Link>
  );
}
