import { Image } from '@tiptap/extension-image';
import type { Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { imageAddress, linkAddress } from '#app/domain/rich-text-addresses.ts';

/** A picture in a post: nothing but an address that is allowed, and its alternative text. */
const SafeImage = Image.extend({
  addAttributes() {
    return { src: { default: null }, alt: { default: '' } };
  },
  parseHTML() {
    return [
      {
        tag: 'img[src]',
        getAttrs: (element) => (imageAddress(element.getAttribute('src') ?? '') ? null : false),
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
      isAllowedUri: (address) => linkAddress(address) !== undefined,
      HTMLAttributes: { target: null, rel: 'noopener nofollow' },
    },
  }),
  SafeImage,
];

/** Puts a picture where the cursor is, and the cursor below it, so that typing goes on there. */
export function insertImage(editor: Editor, picture: { src: string; alt: string }): void {
  editor.chain().focus().setImage(picture).createParagraphNear().run();
}
