import { useQuery } from '@tanstack/react-query';
import {
  type Editor,
  Node,
  type NodeViewProps,
  NodeViewWrapper,
  ReactNodeViewRenderer,
  useEditorState,
} from '@tiptap/react';
import {
  CircleQuestionMark,
  Images,
  type LucideIcon,
  MousePointerClick,
  SquareSplitHorizontal,
  Star,
  Video,
} from 'lucide-react';
import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { ImageField } from '#app/admin/images/image-field.tsx';
import { Thumbnail } from '#app/admin/images/thumbnail.tsx';
import { useImages } from '#app/admin/images/use-images.ts';
import { logError } from '#app/admin/log-error.ts';
import { SmallSelect } from '#app/admin/records/record-fields.tsx';
import RichTextEditor, {
  type BlockToolsProps,
  type EditorBlocks,
  type RichTextEditorProps,
} from '#app/admin/rich-text/editor.tsx';
import { Panel } from '#app/admin/rich-text/editor-panels.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { listReviewChoices } from '#app/features/reviews/reviews.ts';
import { fieldErrors } from '#app/lib/form-fields.ts';
import { truncateLine } from '#app/lib/summary.ts';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import {
  type Block,
  type BlockType,
  blockLabels,
  checkBlock,
  describeBlock,
  maxGalleryImages,
  parseBlock,
} from '../page-blocks.ts';
import { pageContentToStore } from '../page-content.ts';

const icons: Record<BlockType, LucideIcon> = {
  gallery: Images,
  comparison: SquareSplitHorizontal,
  video: Video,
  review: Star,
  question: CircleQuestionMark,
  button: MousePointerClick,
};
const blockTypes = Object.keys(blockLabels) as BlockType[];
const isBlockType = (panel: string | undefined): panel is BlockType =>
  panel !== undefined && panel in blockLabels;

/** How a block in the text opens the panel with its fields. */
const OpenPanel = createContext<RefObject<(type: BlockType) => void>>({ current: () => {} });

const name = 'pageBlock';

const BlockNode = Node.create({
  name,
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    block: {
      default: null,
      parseHTML: (element: HTMLElement) => parseBlock(element.getAttribute('data-block')) ?? null,
      renderHTML: ({ block }: { block?: unknown }) => ({ 'data-block': JSON.stringify(block) }),
    },
  }),
  parseHTML: () => [
    {
      tag: 'div[data-block]',
      getAttrs: (element) => (parseBlock(element.getAttribute('data-block')) ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
  addNodeView: () => ReactNodeViewRenderer(BlockView),
});

const blocks: EditorBlocks = { node: BlockNode, sanitize: pageContentToStore, Tools: BlockTools };

/** The rich-text editor with the blocks of a page. */
export default function PageEditor(props: RichTextEditorProps) {
  const openPanel = useRef<(type: BlockType) => void>(() => {});
  return (
    <OpenPanel value={openPanel}>
      <RichTextEditor {...props} blocks={blocks} />
    </OpenPanel>
  );
}

const actionClass =
  'inline-flex min-h-11 items-center gap-1.5 rounded-md px-2.5 font-medium text-sm hover:bg-pine focus-visible:outline-2 focus-visible:outline-offset-[-2px] aria-expanded:bg-pine';

/** A block in the text. */
function BlockView({ node, editor, getPos, selected, deleteNode }: NodeViewProps) {
  const openPanel = useContext(OpenPanel);
  const block = node.attrs.block as Block | null;
  if (!block) return <NodeViewWrapper />;
  const label = blockLabels[block.type];
  const detail = describeBlock(block);
  const Icon = icons[block.type];

  function edit() {
    const position = getPos();
    if (!block || position === undefined) return;
    editor.commands.setNodeSelection(position);
    openPanel.current(block.type);
  }

  return (
    <NodeViewWrapper
      contentEditable={false}
      className={`my-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border bg-paper p-3 ${selected ? 'border-ink' : 'border-line-firm'}`}
    >
      <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
      <span className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
        <span className="block font-semibold">{label}</span>
        {detail && <span className="block text-ink-soft text-sm">{truncateLine(detail)}</span>}
      </span>
      {listImages(block).map((path) => (
        <Thumbnail
          key={path}
          path={path}
          alt=""
          width={320}
          className="h-12 w-16 border border-line"
        />
      ))}
      <span className="flex">
        <button
          type="button"
          aria-label={`Edit ${label}: ${detail}`}
          onClick={edit}
          className={actionClass}
        >
          Edit
        </button>
        <button
          type="button"
          aria-label={`Remove ${label}: ${detail}`}
          onClick={deleteNode}
          className={actionClass}
        >
          Remove
        </button>
      </span>
    </NodeViewWrapper>
  );
}

/** The first images of a block. */
function listImages(block: Block): string[] {
  if (block.type === 'gallery') return block.paths.slice(0, 4);
  if (block.type === 'comparison') return [block.before, block.after];
  return block.type === 'video' && block.thumbnail ? [block.thumbnail] : [];
}

/** The buttons that insert blocks, and the fields of the one that is inserted or edited. */
function BlockTools(props: BlockToolsProps) {
  const { panel, onPanel } = props;
  const openPanel = useContext(OpenPanel);
  useEffect(() => {
    openPanel.current = onPanel;
  }, [openPanel, onPanel]);

  return (
    <>
      <fieldset className="flex flex-wrap items-center border-line border-b p-1">
        <legend className="sr-only">Insert</legend>
        {blockTypes.map((type) => {
          const Icon = icons[type];
          return (
            <button
              key={type}
              type="button"
              aria-expanded={panel === type}
              // The selection in the text stays while a button is pressed.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPanel(panel === type ? undefined : type)}
              className={actionClass}
            >
              <Icon aria-hidden className="size-5" />
              {blockLabels[type]}
            </button>
          );
        })}
      </fieldset>
      {isBlockType(panel) && <EditedBlock key={panel} {...props} type={panel} />}
    </>
  );
}

type BlockPanelProps = BlockToolsProps & { type: BlockType };

/** Opens the panel anew for each block that is selected in the text. */
function EditedBlock(props: BlockPanelProps) {
  const { editor, type } = props;
  const selected = useEditorState({
    editor,
    selector: ({ editor: now }) => {
      if (!now.isActive(name)) return undefined;
      const block = now.getAttributes(name).block as Block | null;
      return block?.type === type ? { block, position: now.state.selection.from } : undefined;
    },
  });
  return <BlockPanel key={selected?.position ?? 'new'} {...props} stored={selected?.block} />;
}

function BlockPanel(props: BlockPanelProps & { stored: Block | undefined }) {
  const { editor, type, stored, onPanel, onUploading, onPending } = props;
  const [initial] = useState(() => toTexts(stored));
  const [texts, setTexts] = useState(initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const failed = () => 'Failed to upload image';
  const [firstPaths = [], secondPaths = []] = stored ? splitImages(stored) : [];
  const limit = type === 'gallery' ? maxGalleryImages : 1;
  const first = useImages({ folder: 'blog', initial: firstPaths, limit, failed });
  const second = useImages({ folder: 'blog', initial: secondPaths, limit: 1, failed });
  const uploading = first.uploading || second.uploading;

  useEffect(() => {
    onUploading(uploading);
    return () => onUploading(false);
  }, [uploading, onUploading]);

  function close() {
    onPanel(undefined);
    editor.commands.focus();
  }

  function apply(): boolean {
    if (uploading) {
      setErrors({ images: 'Please wait until the images are uploaded' });
      return false;
    }
    const images = toImages(type, first.paths, second.paths);
    const checked = checkBlock({ ...texts, type, ...images });
    if (!checked.success) {
      setErrors(fieldErrors(checked.error));
      return false;
    }
    for (const { saveAltTexts } of [first, second]) {
      saveAltTexts().catch((cause) => logError('Image description save failed', cause));
    }
    if (stored) editor.commands.updateAttributes(name, { block: checked.data });
    else insertBlock(editor, checked.data);
    close();
    return true;
  }

  const field = (key: string) => ({
    value: texts[key] ?? '',
    error: errors[key],
    onChange: ({ target }: { target: { value: string } }) =>
      setTexts((now) => ({ ...now, [key]: target.value })),
  });
  const imageError =
    errors.images ?? errors.paths ?? errors.before ?? errors.after ?? errors.thumbnail;
  const isChanged = Object.keys(texts).some((key) => texts[key] !== initial[key]);
  const hint = 'We resize your photos and remove their location data.';

  return (
    <Panel
      label={blockLabels[type]}
      isPending={isChanged || first.changed || second.changed}
      onPending={onPending}
      onApply={apply}
      onClose={close}
    >
      {type === 'gallery' && (
        <ImageField legend="Images" images={first} multiple isRequired hint={hint} />
      )}
      {type === 'comparison' && (
        <>
          <ImageField legend="Before" images={first} isRequired hint={hint} />
          <ImageField
            legend="After"
            images={second}
            isRequired
            hint="Take both photos from the same spot."
          />
          <TextField
            label="What the images show"
            hint="For example: Porch on King Street. Screen readers read it aloud."
            {...field('title')}
          />
        </>
      )}
      {type === 'video' && (
        <>
          <TextField label="Title" required {...field('title')} />
          <TextField
            label="Video URL"
            required
            inputMode="url"
            hint="A YouTube or Vimeo link, or a video file."
            {...field('url')}
          />
          <ImageField legend="Thumbnail" images={first} hint="Shown until the video plays." />
        </>
      )}
      {type === 'review' && <ReviewField {...field('id')} />}
      {type === 'question' && (
        <>
          <TextField label="Question" required {...field('question')} />
          <TextAreaField
            label="Answer"
            required
            rows={4}
            hint="Web addresses become links."
            {...field('answer')}
          />
        </>
      )}
      {type === 'button' && (
        <>
          <TextField label="Button text" required {...field('label')} />
          <TextField
            label="Button link"
            required
            inputMode="url"
            hint="A page of this site such as /sheds, a web address, email address or phone number."
            {...field('href')}
          />
        </>
      )}
      {imageError && (
        <p role="alert" className="font-medium text-barn text-sm leading-snug">
          {imageError}
        </p>
      )}
      <Button variant="secondary" onClick={apply}>
        {stored ? 'Change' : 'Insert'}
      </Button>
    </Panel>
  );
}

type ReviewFieldProps = {
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
};

function ReviewField({ error, ...props }: ReviewFieldProps) {
  const client = useAdminClient();
  const { data: reviews = [], isSuccess } = useQuery({
    queryKey: ['reviews', 'choices'],
    queryFn: () => listReviewChoices(client),
  });
  if (isSuccess && reviews.length === 0) {
    return <p>There are no approved reviews yet. Approve one on the Customer Reviews screen.</p>;
  }
  const options = Object.fromEntries(
    reviews.map(({ id, customer_name, review_text }) => [
      id,
      `${customer_name}: ${truncateLine(review_text, 60)}`,
    ]),
  );
  return (
    <SmallSelect
      label="Review"
      placeholder="Choose a review"
      options={options}
      {...props}
      {...(error && { error })}
    />
  );
}

/** Inserts a block behind the selection. */
function insertBlock(editor: Editor, block: Block): void {
  const { to } = editor.state.selection;
  editor.chain().insertContentAt(to, { type: name, attrs: { block } }).run();
}

const textFields = ['title', 'url', 'id', 'question', 'answer', 'label', 'href'];

/** The texts of a block by field, as typed. */
function toTexts(block: Block | undefined): Record<string, string> {
  const stored: Record<string, unknown> = { ...block };
  return Object.fromEntries(textFields.map((key) => [key, String(stored[key] ?? '')]));
}

/** The images of a block, for its first and its second image field. */
function splitImages(block: Block): [string[], string[]] {
  if (block.type === 'gallery') return [block.paths, []];
  if (block.type === 'comparison') return [[block.before], [block.after]];
  return [block.type === 'video' && block.thumbnail ? [block.thumbnail] : [], []];
}

function toImages(type: BlockType, first: string[], second: string[]) {
  if (type === 'gallery') return { paths: first };
  if (type === 'comparison') return { before: first[0] ?? '', after: second[0] ?? '' };
  return type === 'video' ? { thumbnail: first[0] ?? null } : {};
}
