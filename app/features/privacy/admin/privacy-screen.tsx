import { useLocation } from 'react-router';
import { PageHeader } from '#app/admin/screen-parts.tsx';
import { PageTexts } from './page-texts.tsx';
import { PersonSearch } from './person-search.tsx';

export default function PrivacyScreen() {
  const { state, key } = useLocation();
  return (
    <>
      <div className="mb-4">
        <PageHeader title="Privacy" />
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <PersonSearch key={key} initial={getEmail(state)} />
        <PageTexts />
      </div>
    </>
  );
}

function getEmail(state: unknown): string {
  const isPerson = typeof state === 'object' && state !== null && 'email' in state;
  return isPerson && typeof state.email === 'string' ? state.email : '';
}
