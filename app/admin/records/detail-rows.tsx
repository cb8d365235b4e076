import { useQuery } from '@tanstack/react-query';
import { Mail, Phone } from 'lucide-react';
import { type ReactNode, useDeferredValue } from 'react';
import { formatDay, formatTime } from '#app/lib/dates.ts';
import { toMailHref } from '#app/lib/email.ts';
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

/** Renders its children after the first paint of a dialog. */
export function SecondPart({ children }: { children: ReactNode }) {
  const isPainted = useDeferredValue(true, false);
  return isPainted && children;
}

export function WrittenText({ children }: { children: string }) {
  return (
    <p className="max-w-[70ch] whitespace-pre-line leading-relaxed [overflow-wrap:anywhere]">
      {children}
    </p>
  );
}

export type Person = { name: string; email: string; phone: string | null };

/** @param props.more further entries of the list */
export function PersonDetails({
  name,
  email,
  phone,
  more,
}: Person & { more: [name: string, value: ReactNode][] }) {
  const phoneHref = usePhoneHref(phone);
  return (
    <DetailList
      items={[
        ['Name', name],
        ['Email', <ContactLink key="email" href={toMailHref(email)} value={email} />],
        [
          'Phone',
          phoneHref ? <ContactLink key="phone" href={phoneHref} value={phone ?? ''} /> : phone,
        ],
        ...more,
      ]}
    />
  );
}

function ContactLink({ href, value }: { href: string; value: string }) {
  return (
    <a href={href} className="underline underline-offset-2 [overflow-wrap:anywhere]">
      {href.startsWith('mailto:') ? <EmailText email={value} /> : value}
    </a>
  );
}

export function ContactButtons({ email, phone }: Omit<Person, 'name'>) {
  const phoneHref = usePhoneHref(phone);
  return (
    <div className="mb-5 grid gap-2 sm:hidden">
      {phoneHref && (
        <a href={phoneHref} className={contactButtonClass}>
          <Phone aria-hidden className="size-5 shrink-0" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="sr-only">Call </span>
            {phone}
          </span>
        </a>
      )}
      <a href={toMailHref(email)} className={contactButtonClass}>
        <Mail aria-hidden className="size-5 shrink-0" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="sr-only">Email </span>
          <EmailText email={email} />
        </span>
      </a>
    </div>
  );
}

const contactButtonClass =
  'flex min-h-11 items-center gap-3 rounded-md border border-line-firm px-3.5 py-2 font-semibold leading-tight hover:border-ink hover:bg-pine';

export function PersonCell({ name, email, phone, strong = true }: Person & { strong?: boolean }) {
  return (
    <>
      <span className={`max-xl:line-clamp-2 xl:block ${strong ? 'font-semibold' : ''}`}>
        {name}
      </span>
      <span className="block text-ink-soft max-sm:sr-only">
        <EmailText email={email} />
      </span>
      {phone && <span className="block text-ink-soft max-sm:sr-only">{phone}</span>}
    </>
  );
}

export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap max-xl:text-sm">
      {formatDay(at)} <span className="text-ink-soft max-sm:block xl:block">{formatTime(at)}</span>
    </time>
  );
}

/** The tel: URL of a phone number as typed. The rules load after the screen; until then there is no link. */
export function usePhoneHref(typed: string | null): string | undefined {
  const rules = useQuery({
    queryKey: ['phone-rules'],
    queryFn: async () => {
      const { toPhoneHref } = await import('#app/lib/phone.ts');
      return { toPhoneHref };
    },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  return rules.data?.toPhoneHref(typed ?? '');
}
