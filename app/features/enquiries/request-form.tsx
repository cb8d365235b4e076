import { type ComponentProps, useEffect, useState } from 'react';
import { closeDelayMs } from '#app/lib/limits.ts';
import {
  budgetRanges,
  materials,
  type OwnLists,
  quoteProjectTypes,
  shedSizes,
  shedStyles,
  timelines,
  withOwn,
} from '#app/lib/options.ts';
import { useSupabaseConnection } from '#app/lib/root-data.ts';
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx';
import { COLORS } from '#drawing/design/shed-design.ts';
import { type EnquiryConfig, EnquiryForm, type UnsavedInput } from './public/enquiry-form.tsx';
import {
  ImagePicker,
  type InspirationImages,
  UploadAlert,
  useInspirationImages,
} from './public/inspiration-image-picker.tsx';
import type { FormResult } from './public/send-form.tsx';
import {
  createRequestForProject,
  createRequestForShed,
  designFields,
  type PreselectedShed,
  quoteMessages,
  quoteRequestForm,
  type ReferredProject,
  shedField,
  type QuoteRequestForm as Values,
} from './quote-request-form.ts';
import type { RequestedDesign } from './request-for-design.ts';

const quoteConfig: EnquiryConfig<keyof Values> = {
  type: 'quote',
  path: '/quote-request',
  labels: {
    customer_name: 'Name',
    email: 'Email',
    phone: 'Phone',
    location: 'Town or Postal Code',
    contact_preference: 'Best Way to Reach You',
    project_type: 'Project Type',
    material_type: 'Material',
    color: 'Color',
    size: 'Size',
    shed_style: 'Style',
    description: 'Project Description',
    budget_range: 'Budget Range',
    timeline: 'Timeline',
    custom_message: 'Additional Message',
  },
  schema: quoteRequestForm,
  error: quoteMessages.error,
  submit: 'Submit Quote Request',
  submitting: 'Submitting Request...',
  personal: ['customer_name', 'email', 'phone', 'location', 'contact_preference'],
};

const noChoice = 'No preference';

const choices = [
  ['material_type', 'material', materials],
  ['shed_style', 'style', shedStyles],
  ['size', 'size', shedSizes],
  ['color', 'color', COLORS],
] as const;

type QuoteRequestFormProps = {
  id: string;
  shed?: PreselectedShed | null;
  project?: ReferredProject | null;
  design?: RequestedDesign | null;
  projectType?: string | undefined;
  /** The owner's entries. */
  ownLists?: OwnLists | undefined;
  result?: FormResult | undefined;
  onUnsavedInput?: (unsaved: UnsavedInput | undefined) => void;
  onSent?: (message: string) => void;
  onDone?: () => void;
};

export function QuoteRequestForm({
  id,
  shed,
  project,
  design,
  projectType,
  ownLists: own = {},
  result,
  onUnsavedInput,
  onSent,
  onDone,
}: QuoteRequestFormProps) {
  const images = useInspirationImages(useSupabaseConnection());
  const [isSent, setIsSent] = useState(false);
  const isOpen = !isSent && !result?.sent;

  useEffect(() => {
    if (!isSent || !onDone) return;
    const timer = setTimeout(onDone, closeDelayMs);
    return () => clearTimeout(timer);
  }, [isSent, onDone]);

  return (
    <EnquiryForm
      config={quoteConfig}
      id={id}
      initial={getInitial(
        result?.sent ? {} : { shed, project, design, projectType },
        own.project_type,
      )}
      posted={result}
      subject={shed?.id ?? project?.id ?? design?.query ?? projectType}
      query={getQuery({ shed, project, design, projectType })}
      images={images}
      onUnsavedInput={onUnsavedInput}
      onSent={(message) => {
        setIsSent(true);
        onSent?.(message);
      }}
    >
      {(field, rejected) => (
        <>
          {isOpen && shed && <input type="hidden" name={shedField} value={shed.id} />}
          {isOpen && design && (
            <>
              <input type="hidden" name={designFields.design} value={design.query} />
              {design.deliveryKm !== undefined && (
                <input type="hidden" name={designFields.deliveryKm} value={design.deliveryKm} />
              )}
              {design.priceBasis && (
                <input type="hidden" name={designFields.priceBasis} value={design.priceBasis} />
              )}
            </>
          )}
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            <TextField {...field('customer_name')} required autoComplete="name" />
            <TextField {...field('email')} required type="email" autoComplete="email" />
            <TextField {...field('phone')} type="tel" autoComplete="tel" />
            <TextField {...field('location')} autoComplete="address-level2" />
            <TextField
              {...field('contact_preference')}
              hint="Phone, text or email? What time of day?"
            />
            <SelectField
              {...field('project_type')}
              required
              options={withCurrent(
                withOwn(quoteProjectTypes, own.project_type),
                field('project_type').defaultValue,
              )}
              placeholder="Select a project type"
            />
          </div>
          <TextAreaField
            {...field('description')}
            required
            rows={4}
            hint="What's it for, roughly how big, and where will it go?"
          />
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            {choices.map(([name, list, fixed]) => (
              <SelectField
                key={name}
                {...field(name)}
                options={withCurrent(withOwn(fixed, own[list]), field(name).defaultValue)}
                placeholder={noChoice}
              />
            ))}
            <SelectField
              {...field('budget_range')}
              options={budgetRanges}
              placeholder="Not decided"
            />
            <SelectField {...field('timeline')} options={timelines} placeholder="Not decided" />
          </div>
          <PhotoField
            id={`${id}-inspiration_files`}
            images={images}
            stored={result?.sent === false ? result.images : []}
            error={rejected?.errors.inspiration_files}
          />
          <TextAreaField {...field('custom_message')} rows={3} />
        </>
      )}
    </EnquiryForm>
  );
}

type PhotoFieldProps = Omit<
  ComponentProps<typeof ImagePicker>,
  'images' | 'onAdd' | 'onRemove' | 'onRetry'
> & { images: InspirationImages };

/** Photos to attach, with an alert about those that fail. */
export function PhotoField({ images, ...props }: PhotoFieldProps) {
  const { add, remove, retry, error, dismissErrors } = images;
  return (
    <>
      <ImagePicker
        {...props}
        images={images.images}
        onAdd={add}
        onRemove={remove}
        onRetry={retry}
      />
      <UploadAlert message={error} onClose={dismissErrors} />
    </>
  );
}

type Subject = Pick<QuoteRequestFormProps, 'shed' | 'project' | 'design' | 'projectType'>;

const getInitial = (
  { shed, project, design, projectType }: Subject,
  ownTypes: readonly string[] | undefined,
) =>
  design?.initial ??
  (project ? createRequestForProject(project, ownTypes) : createRequestForShed(shed, projectType));

function getQuery({ shed, project, design, projectType }: Subject) {
  if (shed) return `?shed=${shed.id}`;
  if (project) return `?project=${project.id}`;
  if (design) {
    const { designerQuery, priceBasis } = design;
    return `?${new URLSearchParams({ design: designerQuery, ...(priceBasis ? { price: priceBasis } : {}) })}`;
  }
  return projectType ? `?${new URLSearchParams({ type: projectType })}` : '';
}

/** A listing may have values that are on no list, or no longer. */
function withCurrent(options: readonly string[], current: string | undefined) {
  return current && !options.includes(current) ? [...options, current] : options;
}
