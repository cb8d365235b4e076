import type { Editor } from '@tiptap/react';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { normalizeImageUrl, normalizeLinkUrl } from '#app/lib/rich-text-urls.ts';
import { Button } from '#app/ui/button.tsx';
import { FocusRing, TextField } from '#app/ui/field.tsx';

type PanelProps = {
  label: string;
  /** True while typed input is not in the text yet. */
  isPending: boolean;
  onPending: (isPending: boolean) => void;
  /** Inserts the input; returns false if it is invalid. */
  onApply: () => boolean;
  onClose: () => void;
  children: ReactNode;
};

/** The fields of something that is inserted in the text. */
export function Panel({ label, isPending, onPending, onApply, onClose, children }: PanelProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null);

  useEffect(() => {
    onPending(isPending);
    return () => onPending(false);
  }, [isPending, onPending]);

  // Submitting the form applies what is typed in the panel.
  const applyPending = useEffectEvent(() => !isPending || onApply());
  useEffect(() => {
    const form = fieldset.current?.form;
    const submit = (event: SubmitEvent) => {
      if (applyPending()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    form?.addEventListener('submit', submit, { capture: true });
    return () => form?.removeEventListener('submit', submit, { capture: true });
  }, []);

  function keyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      // The dialog around the editor stays open.
      event.preventDefault();
      onClose();
    }
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      onApply();
    }
  }

  return (
    <fieldset
      ref={fieldset}
      aria-label={label}
      onKeyDown={keyDown}
      className="space-y-3 border-line border-b bg-paper p-3.5"
    >
      {children}
    </fieldset>
  );
}

type LinkPanelProps = {
  editor: Editor;
  onPending: (isPending: boolean) => void;
  onClose: () => void;
};

export function LinkPanel({ editor, onPending, onClose }: LinkPanelProps) {
  const stored: unknown = editor.getAttributes('link').href;
  const current = typeof stored === 'string' ? stored : '';
  const [typed, setTyped] = useState(current);
  const [error, setError] = useState<string>();

  function apply(): boolean {
    const href = normalizeLinkUrl(typed);
    if (href === undefined) {
      setError('Please enter a web address, email address or phone number');
      return false;
    }
    const chain = editor.chain().focus();
    if (editor.state.selection.empty && !current) {
      const text = { type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] };
      chain.insertContent(text).run();
    } else {
      chain.extendMarkRange('link').setLink({ href }).run();
    }
    onClose();
    return true;
  }

  return (
    <Panel
      label="Link"
      isPending={typed.trim() !== current}
      onPending={onPending}
      onApply={apply}
      onClose={onClose}
    >
      <TextField
        label="Link address"
        required
        autoFocus
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={apply}>
          Apply
        </Button>
        {current && (
          <Button
            variant="secondary"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run();
              onClose();
            }}
          >
            Remove link
          </Button>
        )}
      </div>
    </Panel>
  );
}

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
        label="Image description"
        autoFocus
        hint="Screen readers read it aloud."
        maxLength={300}
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label
          htmlFor={id}
          className="relative inline-flex min-h-12 cursor-pointer items-center border border-ink px-5 font-semibold hover:bg-ink hover:text-white"
        >
          <span>
            {uploading ? 'Uploading...' : selected ? 'Upload another image' : 'Upload an image'}
          </span>
          <input
            ref={file}
            id={id}
            type="file"
            accept="image/*"
            disabled={uploading}
            className="peer absolute inset-0 cursor-pointer opacity-0"
            onChange={() => {
              const [first] = file.current?.files ?? [];
              if (file.current) file.current.value = '';
              if (first) onFile(first, alt.trim());
            }}
          />
          <FocusRing />
        </label>
        <span className="text-ink-soft">or</span>
      </div>
      <TextField
        label="Image address"
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

function selectedImage(editor: Editor): { src: string; alt: string } | undefined {
  if (!editor.isActive('image')) return undefined;
  const { src, alt } = editor.getAttributes('image');
  return { src: String(src ?? ''), alt: String(alt ?? '') };
}

function changeImage(editor: Editor, image: { src: string; alt: string }): void {
  editor.chain().focus().updateAttributes('image', image).run();
}

/** Inserts an image with an empty paragraph below it. */
export function insertImage(editor: Editor, image: { src: string; alt: string }): void {
  editor.chain().focus().setImage(image).createParagraphNear().run();
}
