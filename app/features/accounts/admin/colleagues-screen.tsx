import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { useHasMailServer } from '#app/admin/query-client.ts';
import { UnsavedInput } from '#app/admin/records/unsaved-input.tsx';
import { FormSection, PageHeader } from '#app/admin/screen-parts.tsx';
import { useAccount, useAdminClient } from '#app/admin/session.ts';
import { hasOwnBackend } from '#app/lib/browser-client.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { Dialog, DialogClose } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import {
  type Colleague,
  colleaguesKey,
  createConfirmForm,
  createInviteForm,
  inviteColleague,
  readColleagues,
  removeColleague,
} from '../colleagues.ts';
import { FormError } from './account-fields.tsx';
import { ConfirmFields } from './confirm-fields.tsx';

export default function ColleaguesScreen() {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const { user } = useAccount();
  const [invitee, setInvitee] = useState<string>();
  const [removing, setRemoving] = useState<Colleague>();
  const [news, setNews] = useState('');
  const query = useQuery({
    queryKey: colleaguesKey,
    queryFn: () => readColleagues(client),
  });
  const hasMfa = query.data?.find(({ id }) => id === user.id)?.has_second_step ?? false;
  const refresh = () => queryClient.invalidateQueries({ queryKey: colleaguesKey });
  return (
    <>
      <PageHeader
        title="Colleagues"
        intro="Everyone here can see and change everything in the admin panel."
      />
      <div className="max-w-xl">
        <ListStates entityPlural="colleagues" shape="text" query={query}>
          {(colleagues) => (
            <>
              <ul className="mt-6 divide-y divide-line rounded-md border border-line bg-sheet">
                {colleagues.map((colleague) => (
                  <ColleagueItem
                    key={colleague.id}
                    colleague={colleague}
                    isSelf={colleague.id === user.id}
                    onInvite={() => setInvitee(colleague.email)}
                    onRemove={() => setRemoving(colleague)}
                  />
                ))}
              </ul>
              <p role="status" className="mt-3 font-medium text-moss wrap-anywhere empty:hidden">
                {news}
              </p>
              <div className="mt-5 grid gap-5">
                {hasOwnBackend() ? (
                  <InviteSection
                    key={invitee}
                    invitee={invitee}
                    hasMfa={hasMfa}
                    onInvited={refresh}
                  />
                ) : (
                  <FormSection
                    title="Invite or remove a colleague"
                    intro="Supabase manages this website's accounts. Whoever manages the Supabase project adds and removes people there, under Authentication > Users and in the staff table."
                  >
                    {null}
                  </FormSection>
                )}
                <p className="text-ink-soft text-sm">
                  A colleague lost their phone? You can turn off their two-step sign-in on the{' '}
                  <Link to="/admin/account" className="drawn-link">
                    Account screen
                  </Link>
                  .
                </p>
              </div>
              <RemoveDialog
                key={removing?.id}
                colleague={removing}
                hasMfa={hasMfa}
                onClose={() => setRemoving(undefined)}
                onRemoved={async ({ email }) => {
                  setRemoving(undefined);
                  setNews(`${email} was removed and signed out everywhere.`);
                  await refresh();
                }}
              />
            </>
          )}
        </ListStates>
      </div>
    </>
  );
}

type ColleagueItemProps = {
  colleague: Colleague;
  isSelf: boolean;
  onInvite: () => void;
  onRemove: () => void;
};

function ColleagueItem({ colleague, isSelf, onInvite, onRemove }: ColleagueItemProps) {
  const { email, added_at, last_sign_in_at, has_second_step, is_invited } = colleague;
  const canChange = hasOwnBackend() && !isSelf;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold wrap-anywhere">
          {email}
          {isSelf && ' (you)'}
        </p>
        <p className="text-ink-soft text-sm">
          {is_invited
            ? `Invited ${formatMoment(added_at)}, hasn't chosen a password yet`
            : last_sign_in_at
              ? `Last signed in ${formatMoment(last_sign_in_at)}`
              : `Added ${formatMoment(added_at)}, never signed in`}
        </p>
        {!is_invited && (
          <p className="text-ink-soft text-sm">
            {has_second_step ? 'Two-step sign-in is on' : 'Two-step sign-in is off'}
          </p>
        )}
      </div>
      {canChange && is_invited && (
        <Button
          variant="secondary"
          aria-label={`Send the invitation again: ${email}`}
          onClick={onInvite}
        >
          Send again
        </Button>
      )}
      {canChange && (
        <Button variant="secondary" aria-label={`Remove: ${email}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </li>
  );
}

type InviteSectionProps = {
  invitee: string | undefined;
  hasMfa: boolean;
  onInvited: () => Promise<void>;
};

/** @param invitee whom to send the invitation again; undefined for somebody new */
function InviteSection({ invitee, hasMfa, onInvited }: InviteSectionProps) {
  const client = useAdminClient();
  const hasMailServer = useHasMailServer();
  const [sent, setSent] = useState<{ email: string; link?: string | undefined }>();
  const [errorMessage, setErrorMessage] = useState<string>();
  const { register, handleSubmit, reset, resetField, setFocus, formState } = useForm({
    resolver: zodResolver(createInviteForm(hasMfa)),
    defaultValues: { email: invitee ?? '', password: '', code: '' },
  });
  const { errors, isSubmitting, isDirty } = formState;

  useEffect(() => {
    if (invitee !== undefined) setFocus('password');
  }, [invitee, setFocus]);

  return (
    <FormSection
      title="Invite a colleague"
      intro={
        hasMailServer()
          ? "We'll email them a link to choose a password. It works for three days."
          : 'The website has no mail server, so you get a link to send them yourself. It works for three days.'
      }
    >
      <form
        noValidate
        className="space-y-5"
        onSubmit={handleSubmit(async (values) => {
          setErrorMessage(undefined);
          setSent(undefined);
          const outcome = await inviteColleague(client, values);
          if (outcome.error !== undefined) {
            resetField('code');
            return setErrorMessage(outcome.error);
          }
          setSent(outcome.answer);
          reset({ email: '', password: '', code: '' });
          await onInvited();
        })}
      >
        <UnsavedInput when={isDirty && !isSubmitting} />
        <FormError>{errorMessage}</FormError>
        <TextField
          label="Your colleague's email address"
          type="email"
          autoComplete="off"
          required
          error={errors.email?.message}
          {...register('email')}
        />
        <ConfirmFields
          hasMfa={hasMfa}
          password={{ error: errors.password?.message, ...register('password') }}
          code={{ error: errors.code?.message, ...register('code') }}
        />
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Sending...' : 'Send invitation'}
        </Button>
      </form>
      <div role="status" className="mt-4 empty:hidden">
        {sent &&
          (sent.link === undefined ? (
            <p className="font-medium text-moss wrap-anywhere">We emailed {sent.email} a link.</p>
          ) : (
            <div className="space-y-3">
              <p className="wrap-anywhere">
                Send this link to {sent.email}, and to no one else. It works once:
              </p>
              <p className="rounded-md border border-line bg-paper px-3 py-2 text-sm wrap-anywhere">
                {sent.link}
              </p>
              <div className="flex flex-wrap gap-3">
                <CopyButton text={sent.link} />
              </div>
            </div>
          ))}
      </div>
    </FormSection>
  );
}

const shownDrafts = 5;

type RemoveDialogProps = {
  colleague: Colleague | undefined;
  hasMfa: boolean;
  onClose: () => void;
  onRemoved: (colleague: Colleague) => Promise<void>;
};

function RemoveDialog({ colleague, hasMfa, onClose, onRemoved }: RemoveDialogProps) {
  const client = useAdminClient();
  const [errorMessage, setErrorMessage] = useState<string>();
  const { register, handleSubmit, resetField, formState } = useForm({
    resolver: zodResolver(createConfirmForm(hasMfa)),
    defaultValues: { password: '', code: '' },
  });
  const { errors, isSubmitting } = formState;
  const { email = '', drafts = [] } = colleague ?? {};
  return (
    <Dialog open={colleague !== undefined} onClose={onClose} title="Remove this colleague?">
      <form
        noValidate
        className="space-y-5"
        onSubmit={handleSubmit(async (values) => {
          if (!colleague) return;
          setErrorMessage(undefined);
          const { error } = await removeColleague(client, colleague.id, values);
          if (error === undefined) return onRemoved(colleague);
          resetField('code');
          setErrorMessage(error);
        })}
      >
        <p className="wrap-anywhere">
          <strong>{email}</strong> will be signed out everywhere and lose access to the admin panel.
          Their work stays.
        </p>
        {drafts.length > 0 && (
          <div>
            <p>They last edited these drafts:</p>
            <ul className="mt-1 list-disc pl-6 wrap-anywhere">
              {drafts.slice(0, shownDrafts).map((draft) => (
                <li key={draft}>{draft}</li>
              ))}
              {drafts.length > shownDrafts && <li>{drafts.length - shownDrafts} more</li>}
            </ul>
          </div>
        )}
        <FormError>{errorMessage}</FormError>
        <ConfirmFields
          hasMfa={hasMfa}
          password={{ error: errors.password?.message, ...register('password') }}
          code={{ error: errors.code?.message, ...register('code') }}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={isSubmitting}>
            {isSubmitting ? 'Removing...' : 'Remove'}
          </Button>
          <DialogClose>Cancel</DialogClose>
        </div>
      </form>
    </Dialog>
  );
}
