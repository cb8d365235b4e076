import { ImageField } from '#app/admin/images/image-field.tsx';
import { useImages } from '#app/admin/images/use-images.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

type ServiceImageDialogProps = {
  name: string;
  /** A key in the images bucket, or empty. */
  initial: string;
  onKeep: (image: string) => void;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
};

/** Changes the image of a service in the form of the settings, which saves it. */
export default function ServiceImageDialog(props: ServiceImageDialogProps) {
  const { name, initial, onKeep, onClose, finalFocus } = props;
  const images = useImages({
    folder: 'hero',
    initial: initial ? [initial] : [],
    limit: 1,
    failed: () => 'Failed to upload image',
    setupTitle: 'Storage Setup Required:',
  });
  const failed = images.images.find((image) => image.failed);
  return (
    <Dialog
      open
      title={`Image of ${name}`}
      onClose={onClose}
      finalFocus={finalFocus}
      hasUnsavedInput={images.changed}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-3">
          <p role="alert" className="mr-auto font-medium text-barn empty:hidden">
            {failed && `${failed.name} didn't upload. Try again or remove it.`}
          </p>
          <Button
            disabled={images.uploading || failed !== undefined}
            onClick={() => onKeep(images.paths[0] ?? '')}
          >
            {images.uploading ? 'Uploading...' : 'Done'}
          </Button>
        </div>
      }
    >
      <ImageField
        legend="Image"
        images={images}
        isDescribed={false}
        hint="Without an image, the website shows its drawing of a house. We resize the image and remove its location data."
      />
    </Dialog>
  );
}
