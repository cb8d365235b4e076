import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { type PersonalData, readPersonalData } from '#app/data/personal-data.ts';
import { emailAddress } from '#app/domain/form-fields.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormSection } from '../form-section.tsx';
import { logFailure } from '../log.ts';
import { useAdminClient } from '../session.ts';
import { FoundPerson } from './found-person.tsx';

const address = emailAddress();

type Search =
  | { is: 'idle' | 'searching' | 'failed' }
  | { is: 'found'; email: string; data: PersonalData };

/** Finds everything of one e-mail address; `initial` is searched for at once. */
export function PersonSearch({ initial }: { initial: string }) {
  const client = useAdminClient();
  const [email, setEmail] = useState(initial);
  const [error, setError] = useState<string>();
  const [search, setSearch] = useState<Search>({ is: 'idle' });
  const latest = useRef('');

  const find = useCallback(
    async (wanted: string) => {
      latest.current = wanted;
      try {
        const data = await readPersonalData(client, wanted);
        if (latest.current === wanted) setSearch({ is: 'found', email: wanted, data });
      } catch (fault) {
        logFailure('Could not read what a person has sent', fault);
        if (latest.current === wanted) setSearch({ is: 'failed' });
      }
    },
    [client],
  );

  useEffect(() => {
    if (!initial) return;
    setSearch({ is: 'searching' });
    void find(initial);
  }, [initial, find]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const checked = address.safeParse(email);
    setError(checked.error?.issues[0]?.message);
    if (!checked.success) return;
    setSearch({ is: 'searching' });
    void find(checked.data);
  }

  return (
    <FormSection
      title="Everything of one person"
      intro="Quote requests with their pictures, contact messages and consents to news, by e-mail address."
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label="Email address"
          type="email"
          required
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={error}
        />
        <div>
          <Button type="submit" variant="secondary" disabled={search.is === 'searching'}>
            {search.is === 'searching' ? 'Searching...' : 'Find'}
          </Button>
        </div>
      </form>
      <p role="alert" className="mt-4 font-medium text-barn empty:hidden">
        {search.is === 'failed' && 'It could not be looked for. Please try again in a moment.'}
      </p>
      {search.is === 'found' && (
        <FoundPerson
          key={search.email}
          email={search.email}
          data={search.data}
          onChanged={() => find(search.email)}
        />
      )}
    </FormSection>
  );
}
