import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { formQueryOptions } from '#app/admin/query-client.ts';
import { useRecordSaving } from '#app/admin/records/record-form.tsx';
import { UnsavedInput } from '#app/admin/records/unsaved-input.tsx';
import type { Fields } from '#app/admin/records/version-conflict.ts';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import {
  type AnnouncementColumns,
  insertAnnouncement,
  readAnnouncement,
  type StoredAnnouncement,
  updateAnnouncement,
} from '../announcement.ts';
import {
  type AnnouncementForm,
  type AnnouncementInput,
  announcementForm,
  toAnnouncementColumns,
  toAnnouncementForm,
} from '../appearance-form.ts';

const queryKey = ['announcements'];

const showDay = (day: string | null) => formatCalendarDay(day);
const fields: Fields<AnnouncementColumns> = {
  text: 'Text',
  link: 'Link',
  first_day: { label: 'First day', show: showDay },
  last_day: { label: 'Last day', show: showDay },
};

/** The bar above each page, saved apart from logo and colour. */
export function AnnouncementSection() {
  const client = useAdminClient();
  const query = useQuery({
    queryKey,
    queryFn: async () => ({ announcement: await readAnnouncement(client) }),
    ...formQueryOptions,
  });
  return (
    <FormSection
      title="Announcement"
      intro="Shown in a bar above every page, on the days you choose. Leave the text empty to hide the bar."
    >
      <ListStates entityPlural="announcement" shape="form" query={query}>
        {({ announcement }) => <AnnouncementFields initial={announcement ?? undefined} />}
      </ListStates>
    </FormSection>
  );
}

function AnnouncementFields({ initial }: { initial: StoredAnnouncement | undefined }) {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const submitButton = useRef<HTMLButtonElement>(null);
  const [stored, setStored] = useState(initial);
  const { register, handleSubmit, reset, formState } = useForm<
    AnnouncementInput,
    unknown,
    AnnouncementForm
  >({ resolver: zodResolver(announcementForm), defaultValues: toAnnouncementForm(initial) });
  const { errors, isDirty, isSubmitting } = formState;
  const saving = useRecordSaving<StoredAnnouncement, AnnouncementColumns>({
    entity: 'announcement',
    fields,
    row: stored,
    defaults: toAnnouncementColumns(toAnnouncementForm(undefined)),
    insert: (columns) => insertAnnouncement(client, columns),
    update: (version, columns) => updateAnnouncement(client, version, columns),
    onDone(saved, outcome) {
      setStored(saved);
      reset(toAnnouncementForm(saved));
      queryClient.setQueryData(queryKey, { announcement: saved });
      toasts.news(outcome === 'saved' ? 'Announcement saved.' : 'We kept their version.', {
        key: 'announcement',
      });
    },
    finalFocus: () => submitButton.current,
  });
  return (
    <form
      noValidate
      aria-label="Announcement"
      onSubmit={handleSubmit((values) => saving.save(toAnnouncementColumns(values)))}
      className="grid gap-5"
    >
      <TextField
        label="Text"
        hint="For example: Closed from December 24 to January 2."
        error={errors.text?.message}
        {...register('text')}
      />
      <TextField
        label="Link"
        hint="A page of this website, such as /sheds, or a full link."
        error={errors.link?.message}
        {...register('link')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="First day"
          type="date"
          hint="Leave empty to start right away."
          error={errors.first_day?.message}
          {...register('first_day')}
        />
        <TextField
          label="Last day"
          type="date"
          hint="Leave empty to show it until you remove it."
          error={errors.last_day?.message}
          {...register('last_day')}
        />
      </div>
      <div className="flex flex-wrap items-center justify-end gap-4">
        <p role="alert" className="font-medium text-barn empty:hidden">
          {saving.error}
        </p>
        <Button ref={submitButton} type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Saving...' : 'Save announcement'}
        </Button>
      </div>
      <UnsavedInput when={isDirty && !isSubmitting} />
      {saving.dialogs}
    </form>
  );
}
