import { Toolbar as Base } from '@base-ui/react/toolbar';
import { type Editor, useEditorState } from '@tiptap/react';
import { Image, Link, type LucideIcon } from 'lucide-react';
import { useFormats } from './use-formats.ts';

/** What a button of the toolbar opens below it. */
export type ToolbarPanel = 'link' | 'image';

type ToolbarProps = {
  editor: Editor;
  /** What is open below the toolbar. */
  panel: ToolbarPanel | undefined;
  onPanel: (panel: ToolbarPanel) => void;
};

/** Everything that can be done to the text; the arrow keys move along it. */
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
