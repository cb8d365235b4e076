import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { readPersonalData } from '#app/data/personal-data.ts';
import { emailAddress } from '#app/domain/form-fields.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormSection } from '../form-section.tsx';
import { formQueryOptions } from '../query-client.ts';
import { useAdminClient } from '../session.ts';
import { FoundPerson } from './found-person.tsx';

const address = emailAddress();

export function PersonSearch({ initial }: { initial: string }) {
  const client = useAdminClient();
  const [email, setEmail] = useState(initial);
  const [error, setError] = useState<string>();
  const [searched, setSearched] = useState(initial);
  const search = useQuery({
    queryKey: ['personal_data', searched],
    queryFn: () => readPersonalData(client, searched),
    enabled: searched !== '',
    ...formQueryOptions,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const checked = address.safeParse(email);
    setError(checked.error?.issues[0]?.message);
    if (!checked.success) return;
    if (checked.data === searched) void search.refetch();
    else setSearched(checked.data);
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
          <Button type="submit" variant="secondary" disabled={search.isFetching}>
            {search.isFetching ? 'Searching...' : 'Find'}
          </Button>
        </div>
      </form>
      <p role="alert" className="mt-4 font-medium text-barn empty:hidden">
        {search.isError && 'It could not be looked for. Please try again in a moment.'}
      </p>
      {search.data && !search.isError && (
        <FoundPerson
          key={searched}
          email={searched}
          data={search.data}
          onChanged={() => search.refetch()}
        />
      )}
    </FormSection>
  );
}
