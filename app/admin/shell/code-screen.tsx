import type { Client } from '#app/data/supabase-context.ts';
import { Button } from '#app/ui/button.tsx';
import { CardScreen } from './card-screen.tsx';
import { CodeForm } from './code-form.tsx';

/** The second step of signing in, where the account has one. */
export function CodeScreen({ client, onSignOut }: { client: Client; onSignOut: () => void }) {
  return (
    <CardScreen
      title="Enter your code"
      intro="Your password was right. Now open the authenticator app on your phone."
    >
      <CodeForm client={client} focused />
      <Button variant="secondary" className="mt-3 w-full" onClick={onSignOut}>
        Sign Out
      </Button>
      <p className="mt-4 text-ink-soft text-sm">
        Lost your phone? Whoever runs the website can turn this step off for you.
      </p>
    </CardScreen>
  );
}
