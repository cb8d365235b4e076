import { isRouteErrorResponse } from 'react-router';
import { useRootData } from '#app/lib/root-data.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { PhoneLink } from './page-parts.tsx';

const errors = {
  missing: {
    title: 'Page not found',
    heading: 'We can’t find this page.',
    text: 'Check the address for typos. The page may also have been removed.',
  },
  away: {
    title: 'Back in a moment',
    heading: 'This page will be back in a moment.',
    text: "Part of our website isn't responding right now. Please try again in a minute.",
  },
  limited: {
    title: 'Too many requests',
    heading: 'There were too many requests for this page.',
    text: 'Please try again in an hour.',
  },
  broken: {
    title: 'Something went wrong',
    heading: 'Something broke on our side.',
    text: 'Sorry about that. Please try again in a moment.',
  },
};

const statusErrors: Record<number, keyof typeof errors> = {
  404: 'missing',
  429: 'limited',
  503: 'away',
};

export function ErrorPage({ error }: { error: unknown }) {
  const settings = useRootData()?.settings;
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const { title, heading, text } = errors[statusErrors[status] ?? 'broken'];
  return (
    <div className="max-w-2xl">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <FallenBoard />
      <h1 className="display mt-5 text-4xl sm:text-6xl">{heading}</h1>
      <p className="mt-4 text-lg">
        {text}
        {settings?.phone && (
          <>
            {' '}
            Or call us at <PhoneLink settings={settings} className="drawn-link" />.
          </>
        )}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <a href="/" className={buttonClass('primary')}>
          Go to the home page
        </a>
        <a href="/sheds" className={buttonClass('secondary')}>
          See our sheds
        </a>
      </div>
    </div>
  );
}

function FallenBoard() {
  return (
    <svg
      viewBox="0 0 320 120"
      aria-hidden="true"
      className="w-64"
      fill="none"
      stroke="currentColor"
    >
      <path d="M0 112H320" strokeWidth="1.5" />
      <path
        d="M40 112V30M76 112V30M148 112V30M184 112V30"
        strokeWidth="5"
        className="text-pine-deep"
      />
      <path d="M28 27H196" strokeWidth="6" className="text-pine-deep" />
      <path d="M118 106 206 60" strokeWidth="5" className="text-brand" />
      <path d="M112 32V110" strokeDasharray="3 5" strokeWidth="1" />
    </svg>
  );
}
