import { lazy, Suspense } from 'react';
import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import { Spinner } from '#app/ui/spinner.tsx';

const RichTextEditor = lazy(() => import('./editor.tsx'));

type RichTextFieldProps<Input extends FieldValues, Output> = {
  label: string;
  control: Control<Input, unknown, Output>;
  name: FieldPath<Input>;
  /** HTML that the editor begins with; what comes later is the person's. */
  initial: string;
  /** Hears when a picture for the text begins to travel, and when none does any more. */
  onUploading: (uploading: boolean) => void;
};

/** The editor as a field of a form; its code is loaded with the first one. */
export function RichTextField<Input extends FieldValues, Output>(
  props: RichTextFieldProps<Input, Output>,
) {
  const { label, control, name, initial, onUploading } = props;
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Suspense
          fallback={
            <div className="grid min-h-[200px] place-items-center border border-line">
              <Spinner label="Loading the editor" />
            </div>
          }
        >
          <RichTextEditor
            label={label}
            initial={initial}
            onChange={field.onChange}
            onUploading={onUploading}
            error={fieldState.error?.message}
          />
        </Suspense>
      )}
    />
  );
}
