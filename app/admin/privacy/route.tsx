import { useLocation } from 'react-router';
import { PlainScreen } from '../plain-screen.tsx';
import { adminMeta } from '../robots.ts';
import { PageTexts } from './page-texts.tsx';
import { PersonSearch } from './person-search.tsx';

export const meta = () => adminMeta('Privacy');

/**
 * Everything of one person to export or erase, and the words of the pages that the law asks for.
 */
export default function PrivacyScreen() {
  const { state, key } = useLocation();
  return (
    <>
      <div className="mb-4">
        <PlainScreen title="Privacy" />
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <PersonSearch key={key} initial={emailOf(state)} />
        <PageTexts />
      </div>
    </>
  );
}

/** The address that an enquiry's detail has led here with; it stands in no web address. */
function emailOf(state: unknown): string {
  const isPerson = typeof state === 'object' && state !== null && 'email' in state;
  return isPerson && typeof state.email === 'string' ? state.email : '';
}
