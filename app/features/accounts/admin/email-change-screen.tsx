import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { adminDirective, adminMeta, useAdminRobots } from '#app/admin/robots.ts';
import { getBrowserClient } from '#app/lib/browser-client.ts';
import { useSupabaseConnection } from '#app/lib/root-data.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { type EmailChangeLink, followEmailChangeLink, parseEmailChangeLink } from '../passwords.ts';
import { FormError } from './account-fields.tsx';
import { CardScreen } from './card-screen.tsx';
import '#app/admin/admin.css';

export const meta = () => adminMeta('Change your email address');

export const headers = () => ({ 'X-Robots-Tag': adminDirective });

type State =
  | { status: 'reading' }
  | ({ status: 'asking' } & EmailChangeLink)
  | { status: 'done'; step: EmailChangeLink['step'] }
  | { status: 'refused' };

const texts = {
  confirm: {
    title: 'Change your email address',
    intro: "Once you confirm from both addresses, you'll sign in with the new one.",
    button: 'Confirm the change',
    doneTitle: 'Change confirmed from this address',
    done: "Once you open the links in both emails, you'll sign in with the new address.",
  },
  alone: {
    title: 'Change your email address',
    intro: "Once you confirm, you'll sign in with the new address.",
    button: 'Confirm the change',
    doneTitle: 'Your email address is changed',
    done: 'From now on, sign in with the new address.',
  },
  undo: {
    title: 'Undo your email address change',
    intro:
      "Your account gets this address back. Everyone is signed out, and the current password stops working. You'll set a new one next.",
    button: 'Undo the change',
    doneTitle: 'Your email address is back',
    done: 'Everyone has been signed out. Set a new password now, so that only you can sign in.',
  },
};

export default function EmailChange() {
  useAdminRobots();
  const { hash } = useLocation();
  const [state, setState] = useState<State>({ status: 'reading' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another link in the same tab differs in the fragment only.
  useEffect(() => {
    const link = parseEmailChangeLink(window.location.href);
    setState(link ? { status: 'asking', ...link } : { status: 'refused' });
  }, [hash]);

  switch (state.status) {
    case 'reading':
      return (
        <CardScreen title="Change your email address">
          <Spinner label="Checking the link" />
          <noscript>Please turn on JavaScript for this site to change your address.</noscript>
        </CardScreen>
      );
    case 'asking':
      return (
        <CardScreen title={texts[state.step].title} intro={texts[state.step].intro}>
          <FollowLink
            key={state.token}
            link={state}
            onDone={() => setState({ status: 'done', step: state.step })}
            onRefused={() => setState({ status: 'refused' })}
          />
        </CardScreen>
      );
    case 'done':
      return (
        <CardScreen title={texts[state.step].doneTitle}>
          <p role="status" className="mb-6">
            {texts[state.step].done}
          </p>
          <Link
            to={state.step === 'undo' ? '/admin/forgot-password' : '/admin'}
            className={buttonClass('primary', 'w-full')}
          >
            {state.step === 'undo' ? 'Set a new password' : 'Go to the admin panel'}
          </Link>
        </CardScreen>
      );
    case 'refused':
      return (
        <CardScreen
          title="This link no longer works"
          intro="Each link works once. Links that confirm a change last an hour, and links that undo one last three days."
        >
          <div role="alert" className="sr-only">
            This link no longer works
          </div>
          <Link to="/admin" className={buttonClass('secondary', 'w-full')}>
            Back to sign in
          </Link>
        </CardScreen>
      );
  }
}

type FollowLinkProps = { link: EmailChangeLink; onDone: () => void; onRefused: () => void };

/** Needs a click, because some mail programs open links on their own. */
function FollowLink({ link, onDone, onRefused }: FollowLinkProps) {
  const connection = useSupabaseConnection();
  const [errorMessage, setErrorMessage] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function follow() {
    setErrorMessage(undefined);
    setBusy(true);
    const error = await followEmailChangeLink(getBrowserClient(connection), link.token);
    setBusy(false);
    if (error === undefined) onDone();
    else if (typeof error === 'object') setErrorMessage(error.message);
    else onRefused();
  }

  return (
    <div className="space-y-5">
      <FormError>{errorMessage}</FormError>
      <Button className="w-full" disabled={isBusy} onClick={follow}>
        {isBusy ? 'Please wait...' : texts[link.step].button}
      </Button>
    </div>
  );
}
