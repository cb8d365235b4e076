import type { ReactNode } from 'react';
import type { Row } from '#app/data/database.types.ts';
import { formatPayment, serviceRadius } from '#app/domain/content/business-terms.ts';
import { listHoursByDay, parseHours } from '#app/domain/content/hours.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { phoneHref } from './navigation.ts';

export function ContactDetails({ settings }: { settings: Row<'business_settings'> | null }) {
  const { phone, email, address } = settings ?? {};
  return (
    <dl className="grid max-w-md border-line-firm/50 border-t">
      {phone && (
        <Fact name="Phone">
          <a href={phoneHref(phone)} className="drawn-link inline-block py-1">
            {phone}
          </a>
        </Fact>
      )}
      {email && (
        <Fact name="Email">
          <a
            href={`mailto:${email}`}
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
            {`${day}: ${text}`}
          </span>
        ))}
      </Fact>
      <Fact name="Area">{serviceRadius / 1000} km around our yard</Fact>
      <Fact name="Payment">{formatPayment()}</Fact>
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
