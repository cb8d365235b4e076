import type { RefObject } from 'react';
import {
  newsFieldName,
  newsVersion,
  newsWording,
} from '#app/features/privacy/marketing-consent.ts';
import { useRootData } from '#app/lib/root-data.ts';
import type { FormResult } from './form-result.ts';

type NewsConsentProps = {
  id: string;
  checkbox: RefObject<HTMLInputElement | null>;
  posted: FormResult | undefined;
};

/** Names the sender, as anti-spam law requires. */
export function NewsConsent({ id, checkbox, posted }: NewsConsentProps) {
  const settings = useRootData()?.settings;
  const { business_name, address, email, phone } = settings ?? {};
  const sender = [business_name, address, email, phone].filter(Boolean).join(', ');
  return (
    <div className="flex gap-3">
      <input
        ref={checkbox}
        id={id}
        type="checkbox"
        name={newsFieldName}
        value={newsVersion}
        defaultChecked={posted?.sent === false && posted.values[newsFieldName] === newsVersion}
        aria-describedby={sender ? `${id}-sender` : undefined}
        className="mt-0.5 size-6 shrink-0 accent-barn"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block leading-snug">
          {newsWording} <span className="text-ink-soft">(optional)</span>
        </label>
        {sender && (
          <p id={`${id}-sender`} className="mt-1 text-ink-soft text-sm leading-snug wrap-anywhere">
            {`From ${sender}`}
          </p>
        )}
      </div>
    </div>
  );
}
