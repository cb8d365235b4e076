import { type ComponentType, lazy, Suspense } from 'react';
import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import { Spinner } from '#app/ui/spinner.tsx';
import type { RichTextEditorProps } from './editor.tsx';

const RichTextEditor = lazy(() => import('./editor.tsx'));

type RichTextFieldProps<Input extends FieldValues, Output> = {
  label: string;
  control: Control<Input, unknown, Output>;
  name: FieldPath<Input>;
  initial: string;
  onUploading: (uploading: boolean) => void;
  onPending: (isPending: boolean) => void;
  /** An editor with more than text. */
  Editor?: ComponentType<RichTextEditorProps>;
};

export function RichTextField<Input extends FieldValues, Output>(
  props: RichTextFieldProps<Input, Output>,
) {
  const { label, control, name, initial, onUploading, onPending } = props;
  const { Editor = RichTextEditor } = props;
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
          <Editor
            label={label}
            initial={initial}
            onChange={field.onChange}
            onUploading={onUploading}
            onPending={onPending}
            error={fieldState.error?.message}
          />
        </Suspense>
      )}
    />
  );
}

/** Sanitizes the editor's HTML unless nothing changed. */
export async function storedRichText(entered: string, before: string | undefined): Promise<string> {
  if (entered === before) return entered;
  const { richTextToStore } = await import('#app/lib/rich-text.ts');
  return richTextToStore(entered);
}
