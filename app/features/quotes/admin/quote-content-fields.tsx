import type { Control, FieldErrors, UseFormRegister, UseFormSetValue } from 'react-hook-form';
import { ImageField } from '#app/admin/images/image-field.tsx';
import type { EditedImages } from '#app/admin/images/use-images.ts';
import { Proposal } from '#app/admin/records/proposal.tsx';
import { CheckField, SmallSelect } from '#app/admin/records/record-fields.tsx';
import type { Field, Fields } from '#app/admin/records/version-conflict.ts';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { describeDesign } from '#app/features/designer/describe-design.ts';
import { getDesignImageUrl } from '#app/features/designer/design-view.ts';
import { NO_SUBSTITUTE } from '#app/features/designer/drawing-url.ts';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { toIsoDay } from '#app/lib/dates.ts';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { formatFootprint } from '#drawing/geometry/lengths.ts';
import { describeItem, describeShare, quoteTypeLabels } from '../describe-quote.ts';
import { type QuoteContent, quoteLimits } from '../quote-content.ts';
import type { QuoteFormInput, QuoteFormValues } from '../quote-form.ts';
import { proposedTerms } from '../quote-settings.ts';
import { addDays } from '../quote-start.ts';
import type { QuoteColumns } from '../quotes.ts';
import { ShareField } from './share-field.tsx';

type FieldsProps = {
  register: UseFormRegister<QuoteFormInput>;
  errors: FieldErrors<QuoteFormInput>;
};

const agreedHint = "Part of what the customer accepted, so it can't change.";

/** @param isAgreed true if a version was accepted: the database then rejects another name and address */
export function CustomerFields({
  register,
  errors,
  isAgreed,
}: FieldsProps & { isAgreed: boolean }) {
  return (
    <FormSection title="Customer">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          required
          autoComplete="off"
          readOnly={isAgreed}
          hint={isAgreed && agreedHint}
          {...register('customer_name')}
          error={errors.customer_name?.message}
        />
        <TextField
          label="Email address"
          type="email"
          autoComplete="off"
          {...register('customer_email')}
          error={errors.customer_email?.message}
          hint="We send the link here. A new address turns off the links sent to the old one."
        />
        <TextField
          label="Phone"
          type="tel"
          autoComplete="off"
          {...register('customer_phone')}
          error={errors.customer_phone?.message}
        />
        <TextField
          label="Postal address"
          autoComplete="off"
          readOnly={isAgreed}
          {...register('customer_address')}
          error={errors.customer_address?.message}
          hint={
            isAgreed
              ? agreedHint
              : "Enter it only here. If the customer asks us to erase their data, we don't search other fields for it."
          }
        />
      </div>
    </FormSection>
  );
}

const quoteTypes = {
  quote: 'Fixed quote',
  estimate: 'Estimate, up to 10% more',
};

export function QuoteTextFields({
  register,
  errors,
  ...proposing
}: FieldsProps & {
  control: Control<QuoteFormInput, unknown, QuoteFormValues>;
  setValue: UseFormSetValue<QuoteFormInput>;
}) {
  return (
    <>
      <FormSection title="Discount and deposit">
        <div className="grid gap-4 sm:grid-cols-2">
          <ShareField
            label="Discount"
            value={register('discount.value')}
            type={register('discount.type')}
            error={errors.discount?.value?.message}
          />
          <ShareField
            label="Deposit"
            value={register('deposit.value')}
            type={register('deposit.type')}
            error={errors.deposit?.value?.message}
          />
        </div>
      </FormSection>
      <FormSection title="Terms">
        <div className="grid gap-4 sm:grid-cols-2">
          <SmallSelect label="Type" options={quoteTypes} {...register('type')} />
          <Proposal
            {...proposing}
            name="validUntil"
            value={addDays(toIsoDay(new Date()), proposedTerms.validDays)}
            label={`Use “${proposedTerms.validDays} days from today”`}
          >
            <TextField
              label="Valid until"
              required
              type="date"
              {...register('validUntil')}
              error={errors.validUntil?.message}
            />
          </Proposal>
          <TextField label="Start" {...register('start')} error={errors.start?.message} />
          <TextField label="Duration" {...register('duration')} error={errors.duration?.message} />
        </div>
        <div className="mt-4 grid gap-4">
          <Proposal {...proposing} name="delivery" value={proposedTerms.delivery}>
            <TextField
              label="Delivery"
              required
              {...register('delivery')}
              error={errors.delivery?.message}
            />
          </Proposal>
          <TextAreaField
            label="Introduction"
            rows={3}
            {...register('introduction')}
            error={errors.introduction?.message}
          />
          <Proposal {...proposing} name="paymentTerms" value={proposedTerms.paymentTerms}>
            <TextAreaField
              label="Payment terms"
              required
              rows={2}
              {...register('paymentTerms')}
              error={errors.paymentTerms?.message}
            />
          </Proposal>
          <TextAreaField
            label="Terms and conditions"
            rows={5}
            {...register('terms')}
            error={errors.terms?.message}
          />
          <Proposal {...proposing} name="cancellation" value={proposedTerms.cancellation}>
            <TextAreaField
              label="Cancellation"
              required
              rows={3}
              {...register('cancellation')}
              error={errors.cancellation?.message}
            />
          </Proposal>
        </div>
      </FormSection>
    </>
  );
}

type QuotePhotosProps = {
  images: EditedImages;
  design: ShedDesign | null;
  register: UseFormRegister<QuoteFormInput>;
};

export function QuotePhotos({ images, design, register }: QuotePhotosProps) {
  return (
    <FormSection title={design ? 'Drawing and photos' : 'Photos'}>
      {design && (
        <div className="mb-5 flex flex-wrap items-start gap-x-5 gap-y-2">
          <img
            src={`${getDesignImageUrl(design)}&${NO_SUBSTITUTE}`}
            alt={`${design.style} shed, ${formatFootprint(design)}`}
            width={960}
            height={720}
            className="h-auto w-40 rounded-md border border-line bg-pine"
          />
          <CheckField
            label="Show the drawing"
            hint="Shown on the quote page, and with a floor plan in the PDF."
            {...register('hasDrawing')}
          />
        </div>
      )}
      <ImageField
        legend="Photos on the quote page"
        images={images}
        multiple
        isDescribed={false}
        hint={`Up to ${quoteLimits.images}. The PDF includes the first six.`}
      />
    </FormSection>
  );
}

const contentFields: Record<Exclude<keyof QuoteContent, 'format'>, Field> = {
  type: { label: 'Type', show: (type: QuoteContent['type']) => quoteTypeLabels[type] },
  title: 'Title',
  introduction: 'Introduction',
  items: {
    label: 'Items',
    show(items: QuoteContent['items'], { content }: QuoteColumns) {
      const titles = new Map(content.alternatives.map(({ id, title }) => [id, title]));
      return items.map((item) => describeItem(item, titles)).join('\n');
    },
  },
  alternatives: {
    label: 'Alternatives',
    show: (alternatives: QuoteContent['alternatives']) =>
      alternatives
        .map(({ title, description }) => [title, description].filter(Boolean).join(': '))
        .join('\n'),
  },
  discount: { label: 'Discount', show: describeShare },
  hst: {
    label: 'HST',
    show: ({ charged, basisPoints }: QuoteContent['hst']) =>
      charged ? `${basisPoints / 100}%` : 'not charged',
  },
  deposit: { label: 'Deposit', show: describeShare },
  paymentTerms: 'Payment terms',
  start: 'Start',
  duration: 'Duration',
  delivery: 'Delivery',
  terms: 'Terms and conditions',
  cancellation: 'Cancellation',
  validUntil: { label: 'Valid until', show: formatCalendarDay },
  images: { label: 'Photos', show: 'images' },
  design: {
    label: 'Design',
    show: (design: QuoteContent['design'], { content }: QuoteColumns) =>
      design &&
      describeDesign(design, content.colors)
        .map((fact) => fact.join(': '))
        .join('\n'),
  },
  colors: {
    label: "Suppliers' colours",
    show: (colors: QuoteContent['colors']) =>
      colors?.map(({ color, name }) => `${color} (${name})`).join('\n'),
  },
};

export const quoteFields: Fields<QuoteColumns> = {
  customer_name: 'Customer name',
  customer_email: 'Customer email address',
  customer_phone: 'Customer phone',
  customer_address: 'Customer postal address',
  content: { keys: contentFields },
};
