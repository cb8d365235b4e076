import { Image } from '@tiptap/extension-image';
import type { Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { normalizeImageUrl, normalizeLinkUrl } from '#app/lib/rich-text-urls.ts';

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

export const extensions = [
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

export function selectedImage(editor: Editor): { src: string; alt: string } | undefined {
  if (!editor.isActive('image')) return undefined;
  const { src, alt } = editor.getAttributes('image');
  return { src: String(src ?? ''), alt: String(alt ?? '') };
}

export function changeImage(editor: Editor, image: { src: string; alt: string }): void {
  editor.chain().focus().updateAttributes('image', image).run();
}

/** Inserts an image, and a paragraph below it to go on typing. */
export function insertImage(editor: Editor, image: { src: string; alt: string }): void {
  editor.chain().focus().setImage(image).createParagraphNear().run();
}
