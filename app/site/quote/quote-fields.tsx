import type { QuoteForm } from '#app/domain/enquiries/quote-form.ts';
import {
  budgetRanges,
  materials,
  quoteProjectTypes,
  shedSizes,
  shedStyles,
  timelines,
} from '#app/domain/options.ts';
import { shedColors } from '#app/domain/sheds/colors.ts';
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx';

export const quoteLabels: Record<keyof QuoteForm, string> = {
  customer_name: 'Name',
  email: 'Email',
  phone: 'Phone',
  project_type: 'Project Type',
  material_type: 'Material',
  color: 'Color',
  size: 'Size',
  shed_style: 'Style',
  description: 'Project Description',
  budget_range: 'Budget Range',
  timeline: 'Timeline',
  custom_message: 'Additional Message',
};

type FieldProps = {
  /** What each field needs, by its name: its registration, label, error and first value. */
  field: (name: keyof QuoteForm) => {
    name: string;
    label: string;
    error: string | undefined;
    defaultValue: string | undefined;
  };
};

const noChoice = 'No preference';
const colorNames = shedColors.map((color) => color.name);

/** Who asks, and about what. */
export function RequiredQuoteFields({ field }: FieldProps) {
  return (
    <>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField {...field('customer_name')} required autoComplete="name" />
        <TextField {...field('email')} required type="email" autoComplete="email" />
        <TextField {...field('phone')} type="tel" autoComplete="tel" />
        <SelectField
          {...field('project_type')}
          required
          options={quoteProjectTypes}
          placeholder="Select a project type"
        />
      </div>
      <TextAreaField
        {...field('description')}
        required
        rows={4}
        hint="What it is for, roughly how big, and where it goes."
      />
    </>
  );
}

/** What helps to answer faster and may all be left open. */
export function OptionalQuoteFields({ field }: FieldProps) {
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <SelectField {...field('material_type')} options={materials} placeholder={noChoice} />
      <SelectField {...field('shed_style')} options={shedStyles} placeholder={noChoice} />
      <SelectField
        {...field('size')}
        options={withCurrent(shedSizes, field('size').defaultValue)}
        placeholder={noChoice}
      />
      <SelectField
        {...field('color')}
        options={withCurrent(colorNames, field('color').defaultValue)}
        placeholder={noChoice}
      />
      <SelectField {...field('budget_range')} options={budgetRanges} placeholder="Not decided" />
      <SelectField {...field('timeline')} options={timelines} placeholder="Not decided" />
    </div>
  );
}

// A listing may have a size or colour that is on no list; it must not get lost.
function withCurrent(options: readonly string[], current: string | undefined) {
  return current && !options.includes(current) ? [...options, current] : options;
}
