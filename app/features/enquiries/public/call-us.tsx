import { useRootData } from '#app/lib/root-data.ts';
import { PhoneLink } from '#app/site/page-parts.tsx';

/** The ways to reach the business, after which a sentence ends. */
export function CallUs() {
  const settings = useRootData()?.settings;
  return (
    <>
      {settings?.phone && (
        <>
          call us at <PhoneLink settings={settings} className="drawn-link" /> or{' '}
        </>
      )}
      <a href="/contact" className="drawn-link">
        send us a message
      </a>
    </>
  );
}
