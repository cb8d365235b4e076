import { Link } from 'react-router';
import type { Client } from '#app/data/supabase-context.ts';
import { CardScreen } from './card-screen.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** What stands at every address of the back office while nobody is signed in. */
export function SignInScreen({ client }: { client: Client }) {
  return (
    <CardScreen title="Admin Login" intro="Access the admin panel to manage your website content">
      <SignInForm client={client} />
      <p className="mt-3 text-center">
        <Link
          to="/admin/forgot-password"
          className="drawn-link inline-flex min-h-11 items-center px-2"
        >
          Forgot your password?
        </Link>
      </p>
    </CardScreen>
  );
}
