import type { Editor } from '@tiptap/react';
import { useId, useRef, useState } from 'react';
import { normalizeImageUrl } from '#app/lib/rich-text-urls.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { changeImage, insertImage, selectedImage } from './extensions.ts';
import { Panel } from './panel.tsx';

type ImagePanelProps = {
  editor: Editor;
  uploading: boolean;
  onFile: (file: File, alt: string) => void;
  onPending: (isPending: boolean) => void;
  onClose: () => void;
};

export function ImagePanel(props: ImagePanelProps) {
  const { editor, uploading, onFile, onPending, onClose } = props;
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [selected] = useState(() => selectedImage(editor));
  const [typed, setTyped] = useState(selected?.src ?? '');
  const [alt, setAlt] = useState(selected?.alt ?? '');
  const [error, setError] = useState<string>();

  function apply(): boolean {
    const src = normalizeImageUrl(typed);
    if (src === undefined) {
      setError('Please enter an address that begins with http://, https:// or data:');
      return false;
    }
    const image = { src, alt: alt.trim() };
    if (selected) changeImage(editor, image);
    else insertImage(editor, image);
    onClose();
    return true;
  }

  return (
    <Panel
      label="Image"
      isPending={typed.trim() !== (selected?.src ?? '') || alt.trim() !== (selected?.alt ?? '')}
      onPending={onPending}
      onApply={apply}
      onClose={onClose}
    >
      <TextField
        label="What the picture shows"
        autoFocus
        hint="Read aloud to people who can't see it."
        maxLength={300}
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label
          htmlFor={id}
          className="relative inline-flex min-h-12 cursor-pointer items-center border border-ink px-5 font-semibold hover:bg-ink hover:text-white has-focus-visible:outline-3 has-focus-visible:outline-ink has-focus-visible:outline-offset-2"
        >
          <span>
            {uploading ? 'Uploading...' : selected ? 'Upload another picture' : 'Upload a picture'}
          </span>
          <input
            ref={file}
            id={id}
            type="file"
            accept="image/*"
            disabled={uploading}
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={() => {
              const [first] = file.current?.files ?? [];
              if (file.current) file.current.value = '';
              if (first) onFile(first, alt.trim());
            }}
          />
        </label>
        <span className="text-ink-soft">or</span>
      </div>
      <TextField
        label="Picture address"
        required
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button variant="secondary" onClick={apply}>
        {selected ? 'Change' : 'Insert'}
      </Button>
    </Panel>
  );
}
