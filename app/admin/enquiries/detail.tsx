import type { ReactNode } from 'react';
import { formatDay, formatTime } from '#app/domain/format/dates.ts';
import { EmailText } from '#app/ui/email-text.tsx';

export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6 first:mt-0">
      <h3 className="mb-2 font-semibold text-base">{title}</h3>
      {children}
    </section>
  );
}

export function DetailList({ items }: { items: [name: string, value: ReactNode][] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {items.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-ink-soft">{name}</dt>
          <dd className="[overflow-wrap:anywhere]">
            {value || <span className="text-ink-soft">Not given</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function WrittenText({ children }: { children: string }) {
  return (
    <p className="max-w-[70ch] whitespace-pre-line leading-relaxed [overflow-wrap:anywhere]">
      {children}
    </p>
  );
}

type PersonDetailsProps = { name: string; email: string; phone: string | null };

export function PersonDetails({ name, email, phone }: PersonDetailsProps) {
  return (
    <DetailList
      items={[
        ['Name', name],
        ['Email', <ContactLink key="email" scheme="mailto" value={email} />],
        ['Phone', phone && <ContactLink key="phone" scheme="tel" value={phone} />],
      ]}
    />
  );
}

function ContactLink({ scheme, value }: { scheme: 'mailto' | 'tel'; value: string }) {
  const target =
    scheme === 'tel'
      ? value.replace(/[^\d+]/g, '')
      : encodeURIComponent(value).replaceAll('%40', '@');
  return (
    <a
      href={`${scheme}:${target}`}
      className="underline underline-offset-2 [overflow-wrap:anywhere]"
    >
      {scheme === 'mailto' ? <EmailText email={value} /> : value}
    </a>
  );
}

type PersonProps = { name: string; email: string; phone: string | null; strong?: boolean };

export function Person({ name, email, phone, strong = true }: PersonProps) {
  return (
    <>
      <span className={`block ${strong ? 'font-semibold' : ''}`}>{name}</span>
      <span className="block text-ink-soft">
        <EmailText email={email} />
      </span>
      {phone && <span className="block text-ink-soft">{phone}</span>}
    </>
  );
}

export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatDay(at)} <span className="text-ink-soft xl:block">{formatTime(at)}</span>
    </time>
  );
}
