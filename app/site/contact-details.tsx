import type { ReactNode } from 'react';
import { listHoursByDay, parseHours } from '#app/features/business/hours.ts';
import { toMailHref } from '#app/lib/email.ts';
import type { SiteSettings } from '#app/lib/root-data.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { HoursText } from './hours-summary.tsx';
import { PhoneLink } from './page-parts.tsx';

/** A longer list of towns is folded. */
const MAX_TOWNS = 24;

type ContactDetailsProps = {
  settings: SiteSettings | null;
  /** The towns that the shop delivers to. */
  towns: readonly string[];
};

export function ContactDetails({ settings, towns }: ContactDetailsProps) {
  const { email, address, service_area, payment_methods } = settings ?? {};
  return (
    <dl className="grid max-w-md border-line-firm/50 border-t">
      {settings?.phone && (
        <Fact name="Phone">
          <PhoneLink settings={settings} className="drawn-link inline-block py-1" />
        </Fact>
      )}
      {email && (
        <Fact name="Email">
          <a
            href={toMailHref(email)}
            className="drawn-link inline-block max-w-full break-words py-1 [baseline-source:first]"
          >
            <EmailText email={email} />
          </a>
        </Fact>
      )}
      {address && (
        <Fact name="Address">
          <span className="block text-balance">{address}</span>
        </Fact>
      )}
      <Fact name="Hours">
        {listHoursByDay(parseHours(settings?.hours)).map(({ day, text }) => (
          <span key={day} className="block">
            {`${day}: `}
            <HoursText text={text} />
          </span>
        ))}
      </Fact>
      {service_area && <Fact name="Area">{service_area}</Fact>}
      {towns.length > 0 && (
        <Fact name="Delivery">
          {towns.length > MAX_TOWNS ? (
            <details>
              <summary className="py-1">To {towns.length} towns</summary>
              {towns.join(', ')}
            </details>
          ) : (
            `To ${towns.join(', ')}`
          )}
        </Fact>
      )}
      {payment_methods && <Fact name="Payment">{payment_methods}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_1fr] items-baseline border-line-firm/50 border-b py-2.5">
      <dt className="font-semibold">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
