import type { UseFormRegister } from 'react-hook-form';
import { ImageField } from '#app/admin/images/image-field.tsx';
import type { EditedImages } from '#app/admin/images/use-images.ts';
import { CheckField } from '#app/admin/records/record-fields.tsx';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { getDesignImageUrl, NO_SUBSTITUTE } from '#app/features/designer/design-view.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import type { QuoteFormInput } from '../quote-form.ts';
import { quoteLimits } from '../quote-limits.ts';

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
            alt={`${design.style} shed, ${design.width} by ${design.length} feet`}
            width={960}
            height={720}
            className="h-auto w-40 rounded-md border border-line bg-pine"
          />
          <CheckField
            label="Show the drawing"
            hint="On the page of the quote, and with a plan in the PDF."
            {...register('hasDrawing')}
          />
        </div>
      )}
      <ImageField
        legend="Photos on the page of the quote"
        images={images}
        multiple
        isDescribed={false}
        hint={`At most ${quoteLimits.images}. The first six are in the PDF.`}
      />
    </FormSection>
  );
}
