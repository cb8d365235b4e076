import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { insertReview, type Review, updateReview } from '#app/data/reviews.ts';
import { reviewProjectTypes } from '#app/domain/options.ts';
import {
  emptyReview,
  type ReviewForm,
  type ReviewInput,
  reviewColumns,
  reviewForm,
  reviewFormOf,
} from '#app/domain/review-form.ts';
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx';
import { RecordDialog } from '../records/record-dialog.tsx';
import { CheckField, withStored } from '../records/record-fields.tsx';
import { useRecordSaving } from '../records/use-record-saving.tsx';
import { useAdminClient } from '../session.ts';
import { reviewMerge } from './review-merge.tsx';
import { StarField } from './stars.tsx';

type ReviewDialogProps = {
  /** The review to change; without one, a new one is made. */
  review?: Review | undefined;
  onClose: () => void;
  /** Told once it is stored as the person wants it; the dialog is to be closed then. */
  onSaved: () => void;
  finalFocus: () => HTMLElement | null;
};

/** Makes or changes a review. Shown only while it is open, so that it always begins afresh. */
export function ReviewDialog({ review, onClose, onSaved, finalFocus }: ReviewDialogProps) {
  const client = useAdminClient();
  const saving = useRecordSaving({
    thing: 'review',
    row: review,
    fields: reviewMerge,
    insert: (columns) => insertReview(client, columns),
    update: (read, columns) => updateReview(client, read, columns),
    name: (saved) => `The review by ${saved.customer_name}`,
    onDone: onSaved,
  });
  const { register, handleSubmit, formState } = useForm<ReviewInput, unknown, ReviewForm>({
    resolver: zodResolver(reviewForm),
    defaultValues: review ? reviewFormOf(review) : emptyReview,
  });
  const { errors } = formState;

  const submit = handleSubmit((values) => saving.save(reviewColumns(values)));

  return (
    <RecordDialog
      title={review ? 'Edit Review' : 'Add New Review'}
      submitLabel={review ? 'Update Review' : 'Add Review'}
      size="md"
      saving={formState.isSubmitting}
      uploading={false}
      hasUnsavedInput={formState.isDirty}
      failure={saving.failure}
      onSubmit={submit}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <div className="grid gap-5">
        <TextField
          label="Customer Name"
          required
          autoComplete="off"
          error={errors.customer_name?.message}
          {...register('customer_name')}
        />
        <StarField error={errors.rating?.message} registration={register('rating')} />
        <TextAreaField
          label="Review Text"
          required
          error={errors.review_text?.message}
          {...register('review_text')}
        />
        <SelectField
          label="Project Type"
          options={withStored(reviewProjectTypes, review?.project_type ?? '')}
          placeholder="No project type"
          error={errors.project_type?.message}
          {...register('project_type')}
        />
        <div>
          <CheckField label="Approved" hint="It may be shown." {...register('is_approved')} />
          <CheckField
            label="Featured"
            hint="On the home page, once it is approved, too."
            {...register('is_featured')}
          />
        </div>
      </div>
      {saving.dialogs}
    </RecordDialog>
  );
}
