import { Toolbar as Base } from '@base-ui/react/toolbar';
import { type Editor, useEditorState } from '@tiptap/react';
import {
  Bold,
  Code2,
  Heading1,
  Heading2,
  Heading3,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  RemoveFormatting,
  Strikethrough,
  Underline,
} from 'lucide-react';

type ToolbarPanel = 'link' | 'image';

type ToolbarProps = {
  editor: Editor;
  panel: string | undefined;
  onPanel: (panel: ToolbarPanel) => void;
};

export function Toolbar({ editor, panel, onPanel }: ToolbarProps) {
  const formats = useFormats(editor);
  const linked = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('link') });
  const last = formats.length - 1;

  return (
    <Base.Root
      aria-label="Formatting"
      className="sticky top-0 z-10 flex flex-wrap gap-x-3 border-line border-b bg-sheet p-1"
    >
      {formats.map((group, index) => (
        <Base.Group key={group[0]?.label} className="flex flex-wrap">
          {index === last && (
            <>
              <ToolButton
                label="Link"
                Icon={Link}
                aria-pressed={linked}
                aria-expanded={panel === 'link'}
                onClick={() => onPanel('link')}
              />
              <ToolButton
                label="Image"
                Icon={Image}
                aria-expanded={panel === 'image'}
                onClick={() => onPanel('image')}
              />
            </>
          )}
          {group.map(({ label, Icon, active, apply }) => (
            <ToolButton
              key={label}
              label={label}
              Icon={Icon}
              aria-pressed={active}
              onClick={apply}
            />
          ))}
        </Base.Group>
      ))}
    </Base.Root>
  );
}

type ToolButtonProps = {
  label: string;
  Icon: LucideIcon;
  onClick: () => void;
  'aria-pressed'?: boolean | undefined;
  'aria-expanded'?: boolean;
};

function ToolButton({ label, Icon, ...props }: ToolButtonProps) {
  return (
    <Base.Button
      type="button"
      aria-label={label}
      title={label}
      // The selection in the text stays while a button is pressed.
      onMouseDown={(event) => event.preventDefault()}
      className="grid size-11 place-items-center rounded-md hover:bg-pine focus-visible:outline-2 focus-visible:outline-offset-[-2px] aria-expanded:bg-pine aria-pressed:bg-ink aria-pressed:text-white"
      {...props}
    >
      <Icon aria-hidden className="size-5" />
    </Base.Button>
  );
}

type Format = {
  label: string;
  Icon: LucideIcon;
  active?: boolean;
  apply: () => void;
};

function useFormats(editor: Editor): Format[][] {
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
