import { Image } from '@tiptap/extension-image';
import type { Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { normalizeImageUrl, normalizeLinkUrl } from '#app/domain/content/rich-text-urls.ts';

/** A picture in a post: nothing but an address that is allowed, and its alternative text. */
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

/** What a post can be made of. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (address) => normalizeLinkUrl(address) !== undefined,
      HTMLAttributes: { target: null, rel: 'noopener nofollow' },
    },
  }),
  SafeImage,
];

/** The picture that is selected in the text; undefined where none is. */
export function selectedImage(editor: Editor): { src: string; alt: string } | undefined {
  if (!editor.isActive('image')) return undefined;
  const { src, alt } = editor.getAttributes('image');
  return { src: String(src ?? ''), alt: String(alt ?? '') };
}

/** Gives the picture that is selected another address or another text. */
export function changeImage(editor: Editor, picture: { src: string; alt: string }): void {
  editor.chain().focus().updateAttributes('image', picture).run();
}

/** Puts a picture where the cursor is, and the cursor below it, so that typing goes on there. */
export function insertImage(editor: Editor, picture: { src: string; alt: string }): void {
  editor.chain().focus().setImage(picture).createParagraphNear().run();
}
