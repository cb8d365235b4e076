import { Bookmark, BookmarkCheck, Link, QrCode, Share2 } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { copyLink, shareLink } from '#app/site/share-link.ts';
import { Button } from '#app/ui/button.tsx';
import { getDesignTitle } from '../design-summary.ts';
import type { PhoneCode } from './phone-code.tsx';
import type { Designer } from './use-designer.ts';
import { maxDesigns } from './use-saved-designs.ts';

type DesignActionsProps = Pick<Designer, 'design' | 'search'> & {
  isSaved: boolean;
  onSave: (query: string) => boolean;
};

/** Buttons that keep a design or send it elsewhere, which need scripts. */
export default function DesignActions({ design, search, isSaved, onSave }: DesignActionsProps) {
  const [message, setMessage] = useState('');
  const [phoneCode, setPhoneCode] = useState<{ url: string; Dialog: typeof PhoneCode }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a message is about one design
  useEffect(() => setMessage(''), [search]);

  const getUrl = () => `${location.origin}/design${search}`;
  const copy = async () => setMessage(await copyLink(getUrl()));
  const share = async () => setMessage(await shareLink(`${getDesignTitle(design)} shed`, getUrl()));

  async function showOnPhone() {
    try {
      const { PhoneCode } = await import('./phone-code.tsx');
      setPhoneCode({ url: getUrl(), Dialog: PhoneCode });
    } catch {
      await copy();
    }
  }

  return (
    <div className="print:hidden">
      <div className="mt-2 hidden flex-wrap gap-2 scripting:flex">
        <ActionButton
          disabled={isSaved}
          onClick={() => {
            setMessage(
              onSave(search.slice(1))
                ? 'Saved in this browser, under “Your designs” below.'
                : `Not saved. You can keep up to ${maxDesigns} designs. Remove one under “Your designs” below.`,
            );
          }}
        >
          {isSaved ? <BookmarkCheck {...icon} /> : <Bookmark {...icon} />}
          <span>{isSaved ? 'Saved' : 'Save'}</span>
        </ActionButton>
        <ActionButton onClick={copy}>
          <Link {...icon} />
          Copy Link
        </ActionButton>
        <ActionButton onClick={showOnPhone} className="pointer-coarse:hidden">
          <QrCode {...icon} />
          Show me on my phone
        </ActionButton>
        <ActionButton onClick={share} className="pointer-fine:hidden">
          <Share2 {...icon} />
          Share
        </ActionButton>
      </div>
      {phoneCode && (
        <phoneCode.Dialog
          url={phoneCode.url}
          title={getDesignTitle(design)}
          onClose={() => setPhoneCode(undefined)}
        />
      )}
      <p role="status" className="mt-2 text-ink-soft text-sm wrap-anywhere empty:hidden">
        {message}
      </p>
    </div>
  );
}

const icon = { 'aria-hidden': true, className: 'size-5' } as const;

function ActionButton({ className = '', ...props }: ComponentProps<'button'>) {
  return (
    <Button
      variant="secondary"
      className={`min-h-11! gap-2! px-3! py-1! ${className}`}
      {...props}
    />
  );
}
