import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { ImageField } from '#app/admin/images/image-field.tsx';
import { useImages } from '#app/admin/images/use-images.ts';
import { CheckField, withStored } from '#app/admin/records/record-fields.tsx';
import { RecordDialog } from '#app/admin/records/record-form.tsx';
import { useOwnLists } from '#app/admin/records/use-own-lists.ts';
import type { EditingDialog } from '#app/admin/records/use-records.tsx';
import type { Fields } from '#app/admin/records/version-conflict.ts';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { reviewProjectTypes, withOwn } from '#app/lib/options.ts';
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx';
import {
  emptyReview,
  insertReview,
  type Review,
  type ReviewColumns,
  type ReviewForm,
  type ReviewInput,
  reviewForm,
  toReviewColumns,
  toReviewForm,
  updateReview,
} from '../reviews.ts';
import { StarField, Stars } from './stars.tsx';

const fields: Fields<ReviewColumns> = {
  customer_name: 'Customer Name',
  rating: { label: 'Rating', show: (rating: number) => <Stars rating={rating} /> },
  review_text: 'Review Text',
  project_type: 'Project Type',
  reviewed_on: { label: 'Date of the Review', show: formatCalendarDay },
  town: 'Town',
  source_url: 'Link to the Review',
  image: { label: 'Photo', show: 'images' },
  is_approved: 'Approved',
  is_featured: 'Featured',
};

export default function ReviewDialog({ row: review, ...frame }: EditingDialog<Review>) {
  const form = useForm<ReviewInput, unknown, ReviewForm>({
    resolver: zodResolver(reviewForm),
    defaultValues: review ? toReviewForm(review) : emptyReview,
  });
  const own = useOwnLists();
  const images = useImages({
    folder: 'thumbnails',
    initial: review?.image ? [review.image] : [],
    limit: 1,
    failed: (name) => `Couldn't upload ${name}.`,
  });
  const { register } = form;
  const rating = useWatch({ control: form.control, name: 'rating' });
  const { errors } = form.formState;

  return (
    <RecordDialog
      {...frame}
      row={review}
      entity="review"
      fields={fields}
      title={review ? 'Edit Review' : 'Add New Review'}
      submitLabel={review ? 'Update Review' : 'Add Review'}
      size="md"
      form={form}
      images={images}
      toColumns={(values) => ({ ...toReviewColumns(values), image: images.paths[0] ?? null })}
      insert={insertReview}
      update={updateReview}
      getName={(saved) => `Review by ${saved.customer_name}`}
    >
      <div className="grid gap-5">
        <TextField
          label="Customer Name"
          required
          autoComplete="off"
          error={errors.customer_name?.message}
          {...register('customer_name')}
        />
        <StarField
          rating={rating}
          error={errors.rating?.message}
          registration={register('rating')}
        />
        <TextAreaField
          label="Review Text"
          required
          error={errors.review_text?.message}
          {...register('review_text')}
        />
        <SelectField
          label="Project Type"
          options={withStored(
            withOwn(reviewProjectTypes, own.project_type),
            review?.project_type ?? '',
          )}
          placeholder="No project type"
          error={errors.project_type?.message}
          {...register('project_type')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Date of the Review"
            type="date"
            error={errors.reviewed_on?.message}
            {...register('reviewed_on')}
          />
          <TextField
            label="Town"
            autoComplete="off"
            error={errors.town?.message}
            {...register('town')}
          />
        </div>
        <TextField
          label="Link to the Review"
          type="url"
          inputMode="url"
          hint="The page where the customer published it, such as your Google profile."
          error={errors.source_url?.message}
          {...register('source_url')}
        />
        <ImageField legend="Photo" images={images} hint="Shown above the review." />
        <div>
          <CheckField
            label="Approved"
            hint="Shown on the page with all reviews."
            {...register('is_approved')}
          />
          <CheckField
            label="Featured"
            hint="Also shown on the home page once approved."
            {...register('is_featured')}
          />
        </div>
      </div>
    </RecordDialog>
  );
}
