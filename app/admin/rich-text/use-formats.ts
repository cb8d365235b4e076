import { type Editor, useEditorState } from '@tiptap/react';
import {
  Bold,
  Code2,
  Heading1,
  Heading2,
  Heading3,
  Italic,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  RemoveFormatting,
  Strikethrough,
  Underline,
} from 'lucide-react';

/** A button of the toolbar that changes the text at once. */
type Format = {
  label: string;
  Icon: LucideIcon;
  /** Undefined for what is done once and never stands. */
  active?: boolean;
  apply: () => void;
};

/** The formats of the toolbar, in groups, each with whether it stands where the cursor is. */
export function useFormats(editor: Editor): Format[][] {
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      h1: now.isActive('heading', { level: 1 }),
      h2: now.isActive('heading', { level: 2 }),
      h3: now.isActive('heading', { level: 3 }),
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      strike: now.isActive('strike'),
      ordered: now.isActive('orderedList'),
      bullet: now.isActive('bulletList'),
      quote: now.isActive('blockquote'),
      code: now.isActive('codeBlock'),
    }),
  });
  const at = () => editor.chain().focus();
  const heading = (level: 1 | 2 | 3) => () => at().toggleHeading({ level }).run();

  return [
    [
      { label: 'Heading 1', Icon: Heading1, active: active.h1, apply: heading(1) },
      { label: 'Heading 2', Icon: Heading2, active: active.h2, apply: heading(2) },
      { label: 'Heading 3', Icon: Heading3, active: active.h3, apply: heading(3) },
    ],
    [
      { label: 'Bold', Icon: Bold, active: active.bold, apply: () => at().toggleBold().run() },
      {
        label: 'Italic',
        Icon: Italic,
        active: active.italic,
        apply: () => at().toggleItalic().run(),
      },
      {
        label: 'Underline',
        Icon: Underline,
        active: active.underline,
        apply: () => at().toggleUnderline().run(),
      },
      {
        label: 'Strike',
        Icon: Strikethrough,
        active: active.strike,
        apply: () => at().toggleStrike().run(),
      },
    ],
    [
      {
        label: 'Ordered list',
        Icon: ListOrdered,
        active: active.ordered,
        apply: () => at().toggleOrderedList().run(),
      },
      {
        label: 'Bullet list',
        Icon: List,
        active: active.bullet,
        apply: () => at().toggleBulletList().run(),
      },
      {
        label: 'Blockquote',
        Icon: Quote,
        active: active.quote,
        apply: () => at().toggleBlockquote().run(),
      },
      {
        label: 'Code block',
        Icon: Code2,
        active: active.code,
        apply: () => at().toggleCodeBlock().run(),
      },
    ],
    [
      {
        label: 'Clean',
        Icon: RemoveFormatting,
        apply: () => at().unsetAllMarks().clearNodes().run(),
      },
    ],
  ];
}
