import { FormSection } from '../form-section.tsx';
import { ImageField } from '../images/image-field.tsx';
import type { EditedImages } from '../images/use-images.ts';

/** Photos that the customer sees with the quote. */
export function QuotePhotos({ images, hasDesign }: { images: EditedImages; hasDesign: boolean }) {
  return (
    <FormSection
      title="Photos"
      intro={hasDesign ? 'The drawing of the design is shown above them.' : undefined}
    >
      <ImageField
        legend="Photos on the page of the quote"
        images={images}
        multiple
        isDescribed={false}
        hint="At most 12. The PDF has none of them."
      />
    </FormSection>
  );
}
