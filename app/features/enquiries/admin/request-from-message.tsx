import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { DetailSection } from '#app/admin/records/detail-rows.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { quoteProjectTypes } from '#app/lib/options.ts';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { createRequestFromMessage } from '../contact-submissions.ts';

const key = 'request-from-message';

/** Makes a quote request of a contact message, and opens it. */
export function RequestFromMessage({ message }: { message: { id: string } }) {
  const client = useAdminClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [projectType, setProjectType] = useState('');
  const { mutate, isPending } = useMutation({
    mutationKey: ['quote_requests'],
    mutationFn: () => createRequestFromMessage(client, message.id, projectType),
    onSuccess(id) {
      if (!id) return toasts.error('This message has been deleted.', { key });
      toasts.news('The quote request is created.', { key });
      return navigate(`/admin/quotes?open=${id}`);
    },
    onError: () =>
      toasts.error('The quote request could not be created. Please try again.', { key }),
  });
  return (
    <DetailSection title="Quote Request">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
      >
        <div className="min-w-0 grow sm:max-w-xs">
          <SelectField
            label="Project type"
            placeholder="Select a project type"
            options={quoteProjectTypes}
            required
            value={projectType}
            onChange={(event) => setProjectType(event.target.value)}
          />
        </div>
        <Button type="submit" variant="secondary" disabled={isPending}>
          Create Quote Request
        </Button>
      </form>
    </DetailSection>
  );
}
