import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { normalizeLinkUrl } from '#app/lib/rich-text-urls.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Panel } from './panel.tsx';

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
      setError('Please enter a web, e-mail or telephone address');
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
