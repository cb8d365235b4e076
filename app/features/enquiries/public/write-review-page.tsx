import { useState } from 'react';
import { data } from 'react-router';
import { starPath } from '#app/features/reviews/customer-review.tsx';
import { maxCustomerReviewLength } from '#app/features/reviews/customer-review-limits.ts';
import { type OpenedReview, openCustomerReview } from '#app/features/reviews/customer-reviews.ts';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { lengths } from '#app/lib/limits.ts';
import { useRootData, useSupabaseConnection } from '#app/lib/root-data.ts';
import { DraftedForm } from '#app/site/drafted-form.tsx';
import { draftKey, isFirstLoad } from '#app/site/form-messages.tsx';
import {
  logContext,
  readCustomerLink,
  supabaseContext,
  withUnavailableError,
} from '#app/site/request-context.ts';
import { getSite } from '#app/site/seo/page-meta.ts';
import { Button } from '#app/ui/button.tsx';
import { labelClass, TextAreaField, TextField } from '#app/ui/field.tsx';
import { PhotoField } from '../request-form.tsx';
import type { Route } from './+types/write-review-page.tsx';
import { CallUs } from './call-us.tsx';
import { useInspirationImages } from './inspiration-image-picker.tsx';
import { handleReviewPost, type ReviewResult } from './receive-review.server.ts';
import '#app/site/rare-pages.css';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const link = readCustomerLink({ request, params, context });
  const reading = openCustomerReview(context.get(supabaseContext), link);
  const opened = await withUnavailableError(reading, context.get(logContext));
  if (!opened) throw data(null, { status: 404 });
  const isGone = opened.status === 'expired' || opened.status === 'closed';
  return data({ opened }, { status: isGone ? 410 : 200 });
}

export function action(args: Route.ActionArgs) {
  return handleReviewPost(args);
}

export default function WriteReviewPage({ loaderData, actionData }: Route.ComponentProps) {
  const { opened } = loaderData;
  const { wasSent = false } = useRootData() ?? {};
  return (
    <div className="wrap py-8 sm:py-13">
      <div className="mx-auto max-w-3xl">
        {opened.status === 'open' ? (
          <OpenReview
            opened={opened}
            isSaved={actionData?.isSaved ?? wasSent}
            result={actionData}
          />
        ) : (
          <EndedReview opened={opened} unsaved={actionData?.values.review_text} />
        )}
      </div>
    </div>
  );
}

type EndedReviewProps = { opened: OpenedReview; unsaved: string | undefined };

function EndedReview({ opened: { status, lastDay }, unsaved }: EndedReviewProps) {
  const [title, sentence, next] = {
    published: [
      'Thank you for your review',
      "Your review is published, so you can't change it here.",
      'To change or remove it,',
    ],
    closed: ['This review is closed', 'You can no longer change it.', 'To tell us more,'],
    expired: [
      'This link has expired',
      `You could review this order until ${formatCalendarDay(lastDay)}.`,
      'To tell us how it went,',
    ],
    open: ['', '', ''],
  }[status];
  return (
    <>
      <h1 className="display text-4xl sm:text-6xl">{title}</h1>
      <p className="mt-4 text-lg">
        {`${sentence} ${next} `}
        <CallUs />.
      </p>
      {unsaved && (
        <div className="mt-6">
          <TextAreaField
            label="We didn't save this:"
            required
            name="review_text"
            readOnly
            rows={6}
            defaultValue={unsaved}
          />
        </div>
      )}
    </>
  );
}

type OpenReviewProps = {
  opened: OpenedReview;
  isSaved: boolean;
  result: ReviewResult | undefined;
};

function OpenReview({ opened, isSaved, result }: OpenReviewProps) {
  const { number, lastDay, review } = opened;
  return (
    <>
      <h1 className="display text-4xl sm:text-6xl">{review ? 'Your review' : 'How did we do?'}</h1>
      <p className="mt-4 text-lg">
        {review
          ? `You can change your review of order ${number} until ${formatCalendarDay(lastDay)}, or until we publish it.`
          : `You can review order ${number} until ${formatCalendarDay(lastDay)}. We read every review before it appears on this website.`}
      </p>
      <Outcome isSaved={isSaved} result={result} />
      <ReviewForm opened={opened} isSaved={isSaved} result={result} />
    </>
  );
}

function Outcome({ isSaved, result }: Pick<OpenReviewProps, 'isSaved' | 'result'>) {
  const problems = [result?.message, ...(result?.notices ?? [])].filter(Boolean).join('\n');
  return (
    <div id="outcome" className="scroll-mt-28">
      {isSaved && (
        <p role="status" className="mt-6 border-moss border-l-4 bg-moss-tint px-4 py-3">
          Thank you. We received your review.
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

function ReviewForm({ opened: { number, review }, isSaved, result }: OpenReviewProps) {
  const images = useInspirationImages(useSupabaseConnection(), 1);
  const [wasInterrupted, setInterrupted] = useState(false);
  const isInterrupted = images.images.some((image) => image.isInterrupted);
  const { errors = {} } = result ?? {};
  const values = result?.values ?? {
    ...{ rating: String(review?.rating ?? ''), review_text: review?.text ?? '' },
    ...{ customer_name: review?.name ?? '', town: review?.town ?? '' },
  };
  const image = result ? result.image : (review?.image ?? null);
  return (
    <DraftedForm
      // The path contains the token, which must not stay in the browser.
      draftKey={draftKey('review', number)}
      images={images}
      isAnswer={result !== undefined}
      wasSent={() => isSaved && isFirstLoad()}
      // Without the receipt of the review before.
      action="?#outcome"
      encType="multipart/form-data"
      className="mt-8 grid gap-5 border border-line bg-sheet p-5 sm:p-8"
      onSubmit={(event) => {
        if (!isInterrupted) return;
        event.preventDefault();
        setInterrupted(true);
      }}
    >
      <input type="hidden" name="seen" value={result?.seen ?? review?.updatedAt ?? ''} />
      <StarChoice chosen={values.rating} error={errors.rating} />
      <TextAreaField
        label="Your review"
        name="review_text"
        required
        rows={6}
        minLength={10}
        maxLength={maxCustomerReviewLength}
        defaultValue={values.review_text}
        error={errors.review_text}
        hint="What did we build, and how did it go?"
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          label="Name to show"
          name="customer_name"
          required
          data-drafted
          maxLength={lengths.name}
          defaultValue={values.customer_name}
          error={errors.customer_name}
          hint="As visitors will see it, such as Cara W."
        />
        <TextField
          label="Town"
          name="town"
          data-drafted
          autoComplete="address-level2"
          maxLength={lengths.location}
          defaultValue={values.town}
          error={errors.town}
        />
      </div>
      <PhotoField
        id="inspiration_files"
        legend="Photo"
        prompt="Choose a photo"
        hint="Shown with your review, without its location data. Up to 15 MB."
        storedLabel="Keep this photo"
        max={1}
        images={images}
        // A new photo replaces it.
        stored={image && images.images.length === 0 ? [image] : []}
        error={
          wasInterrupted && isInterrupted
            ? 'The upload failed. Try again in a minute, or remove the photo.'
            : undefined
        }
      />
      <div>
        <Button type="submit" disabled={images.isUploading} className="w-full sm:w-auto">
          {images.isUploading ? 'Uploading photo...' : review ? 'Save changes' : 'Send my review'}
        </Button>
      </div>
    </DraftedForm>
  );
}

/** Buttons that work without scripts: a number reads better than stars that fill up. */
function StarChoice({ chosen, error }: { chosen: string; error: string | undefined }) {
  return (
    <fieldset
      className="min-w-0"
      aria-describedby={error && 'rating-error'}
      aria-invalid={error ? true : undefined}
    >
      <legend className={labelClass}>Stars</legend>
      <div className="grid max-w-md grid-cols-5 gap-2">
        {['1', '2', '3', '4', '5'].map((value) => (
          <label key={value} className="relative">
            <input
              type="radio"
              name="rating"
              value={value}
              required
              defaultChecked={value === chosen}
              aria-label={`${value} ${value === '1' ? 'star' : 'stars'}`}
              className="peer absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <span
              aria-hidden="true"
              className="flex min-h-12 items-center justify-center gap-1.5 rounded-md border border-line-firm bg-sheet font-semibold peer-checked:border-ink peer-checked:bg-pine peer-checked:shadow-[inset_0_0_0_2px_var(--color-ink)] peer-hover:border-ink peer-focus-visible:outline-3 peer-focus-visible:outline-ink peer-focus-visible:outline-offset-2"
            >
              {value}
              <svg viewBox="0 0 22 22" aria-hidden="true" className="size-5">
                <path d={starPath} className="fill-brand" />
              </svg>
            </span>
          </label>
        ))}
      </div>
      <p className="mt-1.5 text-ink-soft text-sm leading-snug">1 is poor, 5 is excellent.</p>
      {error && (
        <p id="rating-error" className="mt-1.5 font-medium text-barn text-sm leading-snug">
          {error}
        </p>
      )}
    </fieldset>
  );
}

export function meta({ matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  return [
    { title: `Write a review | ${site.name}` },
    { name: 'robots', content: 'noindex, nofollow' },
    { name: 'referrer', content: 'no-referrer' },
  ];
}
