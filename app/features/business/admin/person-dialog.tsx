import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ImageField } from '#app/admin/images/image-field.tsx';
import { useImages } from '#app/admin/images/use-images.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import type { Person } from '../people.ts';
import { type PersonInput, personForm } from '../settings-form.ts';

type PersonDialogProps = {
  /** Undefined for a new person. */
  initial: Person | undefined;
  onKeep: (person: Person) => void;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
};

/** Changes a person in the form of the settings, which saves it. */
export default function PersonDialog({ initial, onKeep, onClose, finalFocus }: PersonDialogProps) {
  const { register, handleSubmit, formState } = useForm<
    PersonInput,
    unknown,
    Omit<Person, 'photo'>
  >({
    resolver: zodResolver(personForm),
    defaultValues: { name: initial?.name ?? '', role: initial?.role ?? '' },
  });
  const { errors, isDirty, isSubmitting } = formState;
  const images = useImages({
    folder: 'thumbnails',
    initial: initial?.photo ? [initial.photo] : [],
    limit: 1,
    failed: () => 'Failed to upload image',
    setupTitle: 'Storage Setup Required:',
  });
  const missing = images.images.find(({ failed }) => failed);
  const [isIncomplete, setIncomplete] = useState(false);
  const submit = handleSubmit((values) => {
    setIncomplete(missing !== undefined);
    if (!missing) onKeep({ ...values, photo: images.paths[0] ?? '' });
  });
  return (
    <Dialog
      open
      title={initial ? 'Edit Person' : 'Add a Person'}
      onClose={onClose}
      finalFocus={finalFocus}
      hasUnsavedInput={(isDirty || images.changed) && !isSubmitting}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-3">
          <p role="alert" className="mr-auto font-medium text-barn empty:hidden">
            {isIncomplete && missing && `${missing.name} didn't upload. Try again or remove it.`}
          </p>
          <Button type="submit" form="person-form" disabled={images.uploading}>
            {images.uploading ? 'Uploading...' : 'Done'}
          </Button>
        </div>
      }
    >
      <form
        id="person-form"
        noValidate
        aria-label="Person"
        onSubmit={(event) => {
          // React passes the event on to the form of the screen, which is not an ancestor in the page.
          event.stopPropagation();
          void submit(event);
        }}
        className="grid gap-4"
      >
        <TextField
          label="Name"
          required
          autoComplete="off"
          error={errors.name?.message}
          {...register('name')}
        />
        <TextField
          label="Role"
          hint="For example: Carpenter."
          error={errors.role?.message}
          {...register('role')}
        />
        <ImageField
          legend="Photo"
          images={images}
          isDescribed={false}
          hint="We resize the photo and remove its location data."
        />
      </form>
    </Dialog>
  );
}
