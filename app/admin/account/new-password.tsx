import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { browserClient } from '#app/data/browser-client.ts';
import { tookMailedSession } from '#app/data/password.ts';
import { parseMailedLink } from '#app/domain/accounts/password-form.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { adminDirective, adminMeta, useAdminRobots } from '../robots.ts';
import { CardScreen } from '../shell/card-screen.tsx';
import { useSupabaseAddress } from '../supabase-address.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import '../admin.css';

export const meta = () => adminMeta('Set a new password');

export const headers = () => ({ 'X-Robots-Tag': adminDirective });

type State =
  | { is: 'reading' }
  /** `token` is undefined where supabase-js has taken a session over already. */
  | { is: 'form'; token: string | undefined }
  | { is: 'refused' }
  | { is: 'done' };

/** Where the mailed link of a forgotten password leads. */
export default function NewPassword() {
  useAdminRobots();
  const address = useSupabaseAddress();
  const { hash } = useLocation();
  const [state, setState] = useState<State>({ is: 'reading' });
  const takesSession = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another link in the same tab differs in the fragment only.
  useEffect(() => {
    const link = parseMailedLink(window.location.href);
    if (link.kind === 'token') setState({ is: 'form', token: link.token });
    else if (link.kind === 'session') {
      takesSession.current = true;
      tookMailedSession(browserClient(address)).then((took) =>
        setState(took ? { is: 'form', token: undefined } : { is: 'refused' }),
      );
    } else if (link.kind === 'refused' || !takesSession.current) {
      // supabase-js itself empties the fragment once it has taken a session over.
      setState({ is: 'refused' });
    }
  }, [address, hash]);

  switch (state.is) {
    case 'reading':
      return (
        <CardScreen title="Set a new password">
          <Spinner label="Reading the link" />
          <noscript>
            Setting a password needs JavaScript. Please switch it on for this site.
          </noscript>
        </CardScreen>
      );
    case 'form':
      return (
        <CardScreen
          title="Set a new password"
          intro="From now on you sign in with it on every device."
        >
          <NewPasswordForm
            key={state.token}
            client={browserClient(address)}
            token={state.token}
            onRefused={() => setState({ is: 'refused' })}
            onDone={() => setState({ is: 'done' })}
          />
        </CardScreen>
      );
    case 'refused':
      return (
        <CardScreen
          title="This link doesn't work any more"
          intro="A link works once, and for an hour. Ask for a new one: only the newest counts."
        >
          <div role="alert" className="sr-only">
            This link doesn't work any more
          </div>
          <div className="space-y-3">
            <Link to="/admin/forgot-password" className={buttonClass('primary', 'w-full')}>
              Ask for a new link
            </Link>
            <Link to="/admin" className={buttonClass('secondary', 'w-full')}>
              Back to sign in
            </Link>
          </div>
        </CardScreen>
      );
    case 'done':
      return (
        <CardScreen title="Your new password is set">
          <p role="status" className="mb-6">
            You are signed in here. Every other device has been signed out.
          </p>
          <Link to="/admin" className={buttonClass('primary', 'w-full')}>
            Go to the admin panel
          </Link>
        </CardScreen>
      );
  }
}
