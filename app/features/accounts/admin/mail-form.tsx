import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { UnsavedInput } from '#app/admin/records/unsaved-input.tsx';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import type { BusinessSettings } from '#app/features/business/business-settings.ts';
import { mailStatusKey } from '#app/lib/mail-status.ts';
import { Button } from '#app/ui/button.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { findProvider, mailProviders } from '../mail-providers.ts';
import {
  createMailForm,
  type MailForm as Form,
  type MailInput,
  type MailSettings,
  saveMailSettings,
  securityLabels,
  toMailChange,
  toMailInput,
} from '../mail-settings.ts';
import { FormError, PasswordField } from './account-fields.tsx';
import { ConfirmFields } from './confirm-fields.tsx';

type MailFormProps = {
  settings: MailSettings;
  business: BusinessSettings | null;
  hasMfa: boolean;
  onSaved: () => Promise<void>;
};

export function MailForm({ settings, business, hasMfa, onSaved }: MailFormProps) {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const [errorMessage, setErrorMessage] = useState<string>();
  const [isSaved, setSaved] = useState(false);
  const { register, control, handleSubmit, getValues, reset, resetField, setValue, formState } =
    useForm<MailInput, unknown, Form>({
      resolver: zodResolver(createMailForm(settings, hasMfa)),
      defaultValues: toMailInput(settings, business),
    });
  const { errors, isSubmitting, isDirty } = formState;
  const { environment, server } = settings;
  const fieldOf = (name: keyof MailInput) => ({
    error: errors[name]?.message,
    ...register(name),
  });
  const host = useWatch({ control, name: 'host' });
  const provider = findProvider(host);

  function fillIn(name: string) {
    const chosen = mailProviders.find((each) => each.name === name);
    if (!chosen) return;
    setValue('host', chosen.host, { shouldDirty: true, shouldValidate: formState.isSubmitted });
    setValue('port', String(chosen.port), { shouldDirty: true });
    setValue('security', securityLabels[chosen.security], { shouldDirty: true });
    // All of them expect the full address.
    if (getValues('user') === '') setValue('user', getValues('senderEmail'), { shouldDirty: true });
  }

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={handleSubmit(async (values) => {
        setErrorMessage(undefined);
        setSaved(false);
        const { error, ...outcome } = await saveMailSettings(
          client,
          toMailChange(values, settings),
          { password: values.password, code: values.code },
        );
        if (error !== undefined) {
          resetField('code');
          return setErrorMessage(error);
        }
        if ('answer' in outcome) reset(toMailInput(outcome.answer));
        setSaved(true);
        await Promise.all([onSaved(), queryClient.invalidateQueries({ queryKey: mailStatusKey })]);
      })}
    >
      <UnsavedInput when={isDirty && !isSubmitting} />
      <FormSection
        title="Mail server"
        intro={
          environment.server
            ? undefined
            : 'Your website sends email through your mail provider, just like your phone. Leave Server empty to turn email off.'
        }
      >
        {environment.server && server ? (
          <FromEnvironment name={environment.server}>
            <dl className="grid gap-1">
              <Fact term="Server">{server.host}</Fact>
              <Fact term="Port">{String(server.port)}</Fact>
              <Fact term="User name">{server.user || 'none'}</Fact>
            </dl>
          </FromEnvironment>
        ) : (
          <div className="grid gap-5">
            {!settings.isPasswordReadable && (
              <p className="warning">
                We can no longer read the stored password, so emails are waiting. This happens when
                the website moves or a backup is restored on another server. Enter the password
                again.
              </p>
            )}
            <SelectField
              label="Your mail provider"
              hint={provider?.note ?? 'Fills in the server, port and encryption.'}
              options={mailProviders.map(({ name }) => name)}
              placeholder="Another provider"
              value={provider?.name ?? ''}
              onChange={({ target }) => fillIn(target.value)}
            />
            <TextField
              label="Server"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              dir="ltr"
              {...fieldOf('host')}
            />
            <div className="grid gap-5 sm:grid-cols-[8rem_1fr]">
              <TextField
                label="Port"
                inputMode="numeric"
                autoComplete="off"
                required={host !== ''}
                {...fieldOf('port')}
              />
              <SelectField
                label="Encryption"
                placeholder="Please choose"
                required={host !== ''}
                options={Object.entries(securityLabels)
                  .filter(([name]) => name !== 'none' || settings.allowsPrivateHosts)
                  .map(([, label]) => label)}
                {...fieldOf('security')}
              />
            </div>
            <TextField
              label="User name"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              dir="ltr"
              hint="Usually your full email address"
              {...fieldOf('user')}
            />
            <PasswordField
              label="Mail server password"
              autoComplete="off"
              hint={
                server?.hasPassword
                  ? 'Leave empty to keep the stored password. We never show it.'
                  : 'We store it encrypted and never show it again.'
              }
              {...fieldOf('mailPassword')}
            />
          </div>
        )}
      </FormSection>
      <FormSection
        title="Sender"
        intro={
          environment.sender ? undefined : 'The name and address customers see on your emails.'
        }
      >
        {environment.sender ? (
          <FromEnvironment name={environment.sender}>
            <p className="wrap-anywhere">
              {[settings.sender?.name, settings.sender?.email].filter(Boolean).join(', ')}
            </p>
          </FromEnvironment>
        ) : (
          <div className="grid gap-5">
            <TextField label="Name" autoComplete="off" {...fieldOf('senderName')} />
            <TextField
              label="Email address"
              type="email"
              autoComplete="off"
              required={host !== ''}
              hint="Most providers only let you send from your own address with them."
              {...fieldOf('senderEmail')}
            />
          </div>
        )}
      </FormSection>
      <FormSection
        title="Who gets which emails"
        intro={
          environment.recipients
            ? undefined
            : 'Up to five addresses each, separated by commas. Leave empty to use the email in Business Settings.'
        }
      >
        {environment.recipients ? (
          <FromEnvironment name={environment.recipients}>
            <p className="wrap-anywhere">
              All emails to you go to {settings.recipients.enquiries}.
            </p>
          </FromEnvironment>
        ) : (
          <div className="grid gap-5">
            <TextField
              label="Enquiries"
              autoComplete="off"
              hint="Quote requests, contact messages and suspected spam"
              {...fieldOf('enquiries')}
            />
            <TextField
              label="Quotes"
              autoComplete="off"
              hint="When a customer accepts or declines a quote, asks a question or asks for a change"
              {...fieldOf('quotes')}
            />
            <TextField
              label="Website alerts"
              autoComplete="off"
              hint="When storage for customers' photos is nearly full, and the weekly summary if you turn it on"
              {...fieldOf('operations')}
            />
          </div>
        )}
        <label className="mt-5 flex min-h-11 items-center gap-2.5">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-brand"
            {...register('weeklySummary')}
          />
          Send a summary of visits, requests and quotes every Monday
        </label>
      </FormSection>
      <FormSection
        title="Save"
        intro="These settings decide who can read your website's emails, so please confirm it's you. We'll email everyone with access, and everyone who got these emails before, about the change. A new mail server is also shown on everyone's dashboard."
      >
        <div className="grid gap-5">
          <FormError>{errorMessage}</FormError>
          <ConfirmFields
            hasMfa={hasMfa}
            password={{ ...register('password'), error: errors.password?.message }}
            code={{ ...register('code'), error: errors.code?.message }}
          />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button type="submit" disabled={isSubmitting}>
              {isSubmitting ? 'Saving...' : 'Save email settings'}
            </Button>
            <p role="status" className="font-medium text-moss">
              {isSaved && 'Saved. Now send a test message.'}
            </p>
          </div>
        </div>
      </FormSection>
    </form>
  );
}

function FromEnvironment({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      {children}
      <p className="mt-3 text-ink-soft text-sm">
        The server's <code>{name}</code> setting decides this. To change it here instead, remove
        that setting and restart the website.
      </p>
    </>
  );
}

function Fact({ term, children }: { term: string; children: string }) {
  return (
    <div className="flex gap-x-2">
      <dt className="text-ink-soft">{term}:</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
