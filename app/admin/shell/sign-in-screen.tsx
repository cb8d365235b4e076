import type { Client } from '#app/data/supabase-context.ts';
import { SignInForm } from './sign-in-form.tsx';

/** What stands at every address of the back office while nobody is signed in. */
export function SignInScreen({ client }: { client: Client }) {
  return (
    <main className="grid min-h-dvh place-items-center bg-paper px-4 py-10">
      <div className="w-full max-w-md rounded-md border border-line bg-sheet p-6 sm:p-8">
        <h1 className="display text-3xl">Admin Login</h1>
        <p className="mt-1 mb-6 text-ink-soft">
          Access the admin panel to manage your website content
        </p>
        <SignInForm client={client} />
      </div>
    </main>
  );
}
