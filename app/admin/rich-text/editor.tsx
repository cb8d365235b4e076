import { Image } from '@tiptap/extension-image';
import {
  type Editor,
  EditorContent,
  generateHTML,
  generateJSON,
  type Node,
  useEditor,
} from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { type ComponentType, useEffect, useId, useState } from 'react';
import { getPublicImageUrl, uploadImage } from '#app/features/images/images.ts';
import { isHeic } from '#app/lib/limits.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { richTextToStore } from '#app/lib/rich-text.ts';
import { normalizeImageUrl, normalizeLinkUrl } from '#app/lib/rich-text-urls.ts';
import { observeUpload } from '#app/lib/upload-progress.ts';
import { AlertDialog } from '#app/ui/dialog.tsx';
import { useAlert } from '#app/ui/use-alert.ts';
import { createUploadAlert, prepareImage } from '../images/use-images.ts';
import { logError } from '../log-error.ts';
import { useAdminClient } from '../session.ts';
import { ImagePanel, insertImage, LinkPanel } from './editor-panels.tsx';
import { normalizePastedHtml } from './normalize-pasted-html.ts';
import { Toolbar } from './toolbar.tsx';

/** What a page's text has besides that of a post. */
export type EditorBlocks = {
  node: Node;
  sanitize: (html: string) => string;
  Tools: ComponentType<BlockToolsProps>;
};

export type BlockToolsProps = {
  editor: Editor;
  /** The open panel, of these tools or of the toolbar. */
  panel: string | undefined;
  onPanel: (panel: string | undefined) => void;
  onUploading: (uploading: boolean) => void;
  onPending: (isPending: boolean) => void;
};

export type RichTextEditorProps = {
  label: string;
  initial: string;
  onChange: (html: string) => void;
  onUploading: (uploading: boolean) => void;
  onPending: (isPending: boolean) => void;
  error?: string | undefined;
  blocks?: EditorBlocks;
};

const textClass = [
  'rich-text min-h-[200px] px-3.5 py-3 not-focus:outline-none focus:outline-3 focus:outline-ink',
  '[&_h1]:font-display [&_h1]:font-semibold [&_h1]:text-3xl [&_h1]:leading-tight',
  '[&_.ProseMirror-selectednode]:outline-3 [&_.ProseMirror-selectednode]:outline-ink',
].join(' ');

const SafeImage = Image.extend({
  addAttributes() {
    return { src: { default: null }, alt: { default: '' } };
  },
  parseHTML() {
    return [
      {
        tag: 'img[src]',
        getAttrs: (element) =>
          normalizeImageUrl(element.getAttribute('src') ?? '') ? null : false,
      },
    ];
  },
});

const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (url) => normalizeLinkUrl(url) !== undefined,
      HTMLAttributes: { target: null, rel: 'noopener nofollow' },
    },
  }),
  SafeImage,
];

/** What the editor makes of HTML from elsewhere: what its schema has, and nothing else. */
export function normalizeRichText(html: string): string {
  const document = generateJSON(normalizePastedHtml(html), extensions);
  const stored = richTextToStore(generateHTML(document, extensions));
  // An image splits the paragraph it is in.
  return stored.replaceAll('<p></p>', '').replace(/<p>\s+/g, '<p>');
}

export default function RichTextEditor(props: RichTextEditorProps) {
  const { label, initial, onChange, onUploading, onPending, error, blocks } = props;
  const id = useId();
  const [panel, setPanel] = useState<string>();
  const images = useImageUpload();
  const [isBlockUploading, setBlockUploading] = useState(false);
  const uploading = images.uploads.length > 0;
  const editor = useEditor({
    extensions: blocks ? [...extensions, blocks.node] : extensions,
    // The table may contain HTML that was not written here.
    content: (blocks?.sanitize ?? richTextToStore)(initial),
    onUpdate: ({ editor: now }) => onChange(now.isEmpty ? '' : now.getHTML()),
    editorProps: {
      transformPastedHTML: normalizePastedHtml,
      handlePaste: (_view, event) => takeFiles(event.clipboardData),
      handleDrop: (_view, event, _slice, moved) => !moved && takeFiles(event.dataTransfer),
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-required': 'true',
        class: textClass,
        ...(error ? { 'aria-invalid': 'true', 'aria-describedby': `${id}-error` } : {}),
      },
    },
  });

  useEffect(
    () => onUploading(uploading || isBlockUploading),
    [uploading, isBlockUploading, onUploading],
  );

  async function insertFile(file: File, alt: string) {
    const src = await images.upload(file);
    if (!src) return;
    insertImage(editor, { src, alt });
    setPanel(undefined);
  }

  function takeFiles(from: DataTransfer | null): boolean {
    const images = [...(from?.files ?? [])].filter(
      (file) => file.type.startsWith('image/') || isHeic(file),
    );
    // Word adds an image of the copied text.
    if (images.length === 0 || from?.types.includes('text/html')) return false;
    for (const file of images) void insertFile(file, '');
    return true;
  }

  function closePanel() {
    setPanel(undefined);
    editor.commands.focus();
  }

  return (
    <div className="min-w-0">
      <p id={`${id}-label`} className="mb-1.5 font-semibold text-[0.9375rem] leading-snug">
        {label}
      </p>
      <div className={`border bg-sheet ${error ? 'border-2 border-barn' : 'border-line-firm'}`}>
        <Toolbar
          editor={editor}
          panel={panel}
          onPanel={(next) => setPanel(panel === next ? undefined : next)}
        />
        {blocks && (
          <blocks.Tools
            editor={editor}
            panel={panel}
            onPanel={setPanel}
            onUploading={setBlockUploading}
            onPending={onPending}
          />
        )}
        {panel === 'link' && (
          <LinkPanel editor={editor} onPending={onPending} onClose={closePanel} />
        )}
        {panel === 'image' && (
          <ImagePanel
            editor={editor}
            uploading={uploading}
            onFile={insertFile}
            onPending={onPending}
            onClose={closePanel}
          />
        )}
        <EditorContent editor={editor} />
      </div>
      <p role="status" className="text-ink-soft text-sm">
        {uploading && 'Uploading the image...'}
      </p>
      {images.uploads.map(({ key, name, progress }) => (
        <progress
          key={key}
          aria-label={`Uploading ${name}`}
          max={1}
          value={progress}
          className="mt-1 h-2.5 w-full accent-brand"
        />
      ))}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 font-medium text-barn text-sm leading-snug">
          {error}
        </p>
      )}
      <AlertDialog {...images.alert} />
    </div>
  );
}

/** `progress` is undefined while the image is being downscaled. */
type RunningUpload = { key: string; name: string; progress?: number };

function useImageUpload() {
  const client = useAdminClient();
  const [uploads, setUploads] = useState<RunningUpload[]>([]);
  const alert = useAlert();

  return {
    uploads,
    alert: alert.dialog,
    async upload(file: File): Promise<string | undefined> {
      const key = createUuid();
      setUploads((all) => [...all, { key, name: file.name }]);
      const onProgress = (progress: number) =>
        setUploads((all) => all.map((each) => (each.key === key ? { ...each, progress } : each)));
      try {
        const image = await prepareImage(file);
        observeUpload(image, { onProgress });
        const path = await uploadImage(client, 'blog', image);
        return getPublicImageUrl(client, path);
      } catch (error) {
        logError('Upload failed', error);
        alert.show(createUploadAlert(error, 'Failed to upload image'));
        return undefined;
      } finally {
        setUploads((all) => all.filter((each) => each.key !== key));
      }
    },
  };
}
