import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import type { QuoteFormInput } from '#app/domain/quotes/quote-form.ts';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { FormSection } from '../form-section.tsx';
import { SmallSelect } from '../price-list/small-field.tsx';
import { ShareField } from './share-field.tsx';

type FieldsProps = {
  register: UseFormRegister<QuoteFormInput>;
  errors: FieldErrors<QuoteFormInput>;
};

const agreedHint = 'Part of what was accepted: it can no longer change.';

/** @param isAgreed whether a version was accepted: the database rejects another name and address then */
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
          readOnly={isAgreed}
          hint={isAgreed && agreedHint}
          {...register('customer_name')}
          error={errors.customer_name?.message}
        />
        <TextField
          label="E-mail address"
          type="email"
          {...register('customer_email')}
          error={errors.customer_email?.message}
          hint="The link goes there. Another address ends the links of the former one."
        />
        <TextField
          label="Telephone"
          type="tel"
          {...register('customer_phone')}
          error={errors.customer_phone?.message}
        />
        <TextField
          label="Postal address"
          readOnly={isAgreed}
          {...register('customer_address')}
          error={errors.customer_address?.message}
          hint={
            isAgreed
              ? agreedHint
              : 'Here, and in no other field: it can be erased here when the customer asks for it.'
          }
        />
      </div>
    </FormSection>
  );
}

const kinds = {
  quote: 'Fixed quote: the price may not be exceeded',
  estimate: 'Estimate: up to 10 % more is possible',
};

export function QuoteTextFields({ register, errors }: FieldsProps) {
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
          <SmallSelect label="Type" options={kinds} {...register('kind')} />
          <TextField
            label="Valid until"
            type="date"
            {...register('validUntil')}
            error={errors.validUntil?.message}
          />
          <TextField label="Start" {...register('start')} error={errors.start?.message} />
          <TextField label="Duration" {...register('duration')} error={errors.duration?.message} />
        </div>
        <div className="mt-4 grid gap-4">
          <TextField label="Delivery" {...register('delivery')} error={errors.delivery?.message} />
          <TextAreaField
            label="Introduction"
            rows={3}
            {...register('introduction')}
            error={errors.introduction?.message}
          />
          <TextAreaField
            label="Payment terms"
            rows={2}
            {...register('paymentTerms')}
            error={errors.paymentTerms?.message}
          />
          <TextAreaField
            label="Terms and conditions"
            rows={5}
            {...register('terms')}
            error={errors.terms?.message}
          />
          <TextAreaField
            label="Cancellation"
            rows={3}
            {...register('cancellation')}
            error={errors.cancellation?.message}
          />
        </div>
      </FormSection>
    </>
  );
}
