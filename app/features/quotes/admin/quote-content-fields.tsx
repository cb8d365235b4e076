import type { Control, FieldErrors, UseFormRegister, UseFormSetValue } from 'react-hook-form';
import { SmallSelect } from '#app/admin/records/record-fields.tsx';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { toIsoDay } from '#app/lib/dates.ts';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { addDays } from '../prefill.ts';
import type { QuoteFormInput, QuoteFormValues } from '../quote-form.ts';
import { proposedTerms } from '../quote-settings-form.ts';
import { ShareField } from './share-field.tsx';
import { Proposal } from './wording-proposal.tsx';

type FieldsProps = {
  register: UseFormRegister<QuoteFormInput>;
  errors: FieldErrors<QuoteFormInput>;
};

const agreedHint = 'Part of what was accepted: it can no longer change.';

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
          label="E-mail address"
          type="email"
          autoComplete="off"
          {...register('customer_email')}
          error={errors.customer_email?.message}
          hint="The link goes there. Another address ends the links of the former one."
        />
        <TextField
          label="Telephone"
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
              : 'Only here: what is in other fields is not erased when the customer asks for it.'
          }
        />
      </div>
    </FormSection>
  );
}

const quoteTypes = {
  quote: 'Fixed quote',
  estimate: 'Estimate, up to 10 % more',
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
            label={`${proposedTerms.validDays} days from today`}
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
