import { useEffect, useState } from 'react';
import { data } from 'react-router';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { formatDay, formatMoment } from '#app/lib/dates.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { useRootData, useSupabaseConnection } from '#app/lib/root-data.ts';
import { DraftedForm } from '#app/site/drafted-form.tsx';
import { draftKey, isFirstLoad, writeDraft } from '#app/site/form-messages.tsx';
import {
  logContext,
  readCustomerLink,
  supabaseContext,
  withUnavailableError,
} from '#app/site/request-context.ts';
import { getSite } from '#app/site/seo/page-meta.ts';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField } from '#app/ui/field.tsx';
import { additionLimits } from '../addition-limits.ts';
import { formatPhotos } from '../quote-request-form.ts';
import { type OpenedRequest, openQuoteRequest } from '../request-additions.ts';
import { PhotoField } from '../request-form.tsx';
import type { Route } from './+types/add-details-page.tsx';
import { CallUs } from './call-us.tsx';
import { useInspirationImages } from './inspiration-image-picker.tsx';
import { type AdditionResult, handleAdditionPost } from './receive-addition.server.ts';
import '#app/site/rare-pages.css';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const link = readCustomerLink({ request, params, context });
  const reading = openQuoteRequest(context.get(supabaseContext), link);
  const opened = await withUnavailableError(reading, context.get(logContext));
  if (!opened) throw data(null, { status: 404 });
  return data(
    { opened, additionId: createUuid() },
    { status: opened.status === 'expired' ? 410 : 200 },
  );
}

export function action(args: Route.ActionArgs) {
  return handleAdditionPost(args);
}

export default function AddDetailsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { opened, additionId } = loaderData;
  const { wasSent = false } = useRootData() ?? {};
  const isAdded = actionData?.isAdded ?? wasSent;
  return (
    <div className="wrap py-8 sm:py-13">
      <div className="mx-auto max-w-3xl">
        {opened.status === 'expired' ? (
          <Expired opened={opened} />
        ) : (
          <>
            <h1 className="display text-4xl sm:text-6xl">{`Add to your ${getNoun(opened)}`}</h1>
            <p className="mt-4 text-lg">
              {'Add details or photos to '}
              <Reference of={opened} />
              {` until ${formatCalendarDay(opened.lastDay)}.`}
            </p>
            <Outcome isAdded={isAdded} result={actionData} />
            <Summary request={opened} />
            <AdditionForm
              key={actionData?.id ?? additionId}
              request={opened}
              initialId={actionData?.id ?? additionId}
              isAdded={isAdded}
              result={actionData}
            />
          </>
        )}
      </div>
    </div>
  );
}

/** The reference of a message starts with an M. */
const getNoun = ({ reference }: OpenedRequest) =>
  reference.startsWith('M') ? 'message' : 'request';

function Reference({ of }: { of: OpenedRequest }) {
  const noun = getNoun(of);
  return (
    <>
      {noun === 'request' ? 'quote request ' : 'message '}
      <span className="whitespace-nowrap">{of.reference}</span>
    </>
  );
}

function Expired({ opened }: { opened: OpenedRequest }) {
  return (
    <>
      <h1 className="display text-4xl sm:text-6xl">This link has expired</h1>
      <p className="mt-4 text-lg">
        You could add to <Reference of={opened} /> for 14 days. To tell us more, <CallUs />.
      </p>
    </>
  );
}

type OutcomeProps = { isAdded: boolean; result: AdditionResult | undefined };

function Outcome({ isAdded, result }: OutcomeProps) {
  const problems = [result?.message, ...(result?.notices ?? [])].filter(Boolean).join('\n');
  return (
    <div id="outcome" className="scroll-mt-28">
      {isAdded && (
        <p role="status" className="mt-6 border-moss border-l-4 bg-moss-tint px-4 py-3">
          Thank you. We received what you added.
        </p>
      )}
      {problems && (
        <p role="alert" className="mt-6 warning whitespace-pre-line wrap-anywhere">
          {problems}
        </p>
      )}
    </div>
  );
}

type OpenRequest = Extract<OpenedRequest, { status: 'open' }>;

function Summary({ request: { sentAt, request, additions } }: { request: OpenRequest }) {
  const facts: (readonly [label: string, text: string | null])[] = [
    ['Sent', formatDay(sentAt)],
    ...(request
      ? ([
          ['Project type', request.projectType],
          ['Size', request.size],
          ['Style', request.style],
          ['Material', request.material],
          ['Color', request.color],
          ['Photos', request.images > 0 ? String(request.images) : null],
        ] as const)
      : []),
  ];
  return (
    <section className="mt-8">
      <h2 className="display text-2xl">What we have</h2>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        {facts.map(
          ([label, text]) =>
            text && (
              <div key={label} className="contents">
                <dt className="text-ink-soft">{label}</dt>
                <dd className="wrap-anywhere">{text}</dd>
              </div>
            ),
        )}
      </dl>
      {additions.length > 0 && (
        <ul className="mt-4 grid gap-2">
          {additions.map((addition) => (
            <li key={addition.at} className="border-line border-l-4 pl-4">
              {`Added ${formatMoment(addition.at)}: ${describeAddition(addition)}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Without the text: emails with the link are forwarded. */
function describeAddition({ hasText, images }: OpenRequest['additions'][number]): string {
  const photos = images > 0 && formatPhotos(images);
  return [hasText && 'details', photos].filter(Boolean).join(' and ');
}

type AdditionFormProps = OutcomeProps & { request: OpenRequest; initialId: string };

function AdditionForm({ request, initialId, isAdded, result }: AdditionFormProps) {
  const { additionsLeft, imagesLeft } = request;
  const noun = getNoun(request);
  const images = useInspirationImages(useSupabaseConnection(), imagesLeft);
  const [id, setId] = useState(initialId);
  const [wasInterrupted, setInterrupted] = useState(false);
  // The path contains the token, which must not stay in the browser.
  const key = draftKey('addition', request.reference);
  useEffect(() => {
    if (additionsLeft === 0) writeDraft(key, undefined, Date.now());
  }, [additionsLeft, key]);
  if (additionsLeft === 0) {
    return (
      <p className="mt-8 border border-line bg-sheet p-5">
        {`You have added to this ${noun} ${additionLimits.additions} times, which is the limit. To tell us more, `}
        <CallUs />.
      </p>
    );
  }
  const stored = result?.images ?? [];
  const isInterrupted = images.images.some((image) => image.isInterrupted);
  return (
    <DraftedForm
      draftKey={key}
      submissionId={id}
      images={images}
      isAnswer={result !== undefined}
      wasSent={() => isAdded && isFirstLoad()}
      onRestore={({ submissionId }) => submissionId && setId(submissionId)}
      // Without the receipt of an earlier addition.
      action="?#outcome"
      encType="multipart/form-data"
      className="mt-8 grid gap-5 border border-line bg-sheet p-5 sm:p-8"
      onSubmit={(event) => {
        if (!isInterrupted) return;
        event.preventDefault();
        setInterrupted(true);
      }}
    >
      <input type="hidden" name="addition" value={id} />
      <TextAreaField
        label="Details"
        name="details"
        rows={5}
        maxLength={additionLimits.text}
        defaultValue={result?.text ?? ''}
        hint="Measurements, where it will stand, access to your yard, anything that has changed."
      />
      {(imagesLeft > 0 || stored.length > 0) && (
        <PhotoField
          id="inspiration_files"
          legend="Photos"
          max={imagesLeft}
          images={images}
          stored={stored}
          error={
            wasInterrupted && isInterrupted
              ? "A photo hasn't been uploaded. Try again in a minute, or remove it."
              : undefined
          }
        />
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" disabled={images.isUploading} className="w-full sm:w-auto">
          {images.isUploading ? 'Uploading photos...' : `Add to my ${noun}`}
        </Button>
        <p className="text-ink-soft text-sm">
          {additionsLeft === 1
            ? `You can add to this ${noun} once more.`
            : `You can add to this ${noun} ${additionsLeft}${request.additions.length > 0 ? ' more' : ''} times.`}
        </p>
      </div>
    </DraftedForm>
  );
}

export function meta({ matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  return [
    { title: `Add details or photos | ${site.name}` },
    { name: 'robots', content: 'noindex, nofollow' },
    { name: 'referrer', content: 'no-referrer' },
  ];
}
