import { useMutation } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { download, downloadBlob } from '#app/admin/download.ts';
import { logError } from '#app/admin/log-error.ts';
import { useAdminClient } from '#app/admin/session.ts';
import { useBusinessName } from '#app/admin/shell/use-business-name.ts';
import {
  fetchDesignDocument,
  getDesignFileName,
  getDocumentUrl,
} from '#app/features/designer/design-documents.ts';

import { readShopSettings } from '#app/features/designer/designer-settings.ts';
import {
  describeEngineerReasons,
  describeMissingLimits,
} from '#app/features/designer/fit-hints.ts';
import type { Client } from '#app/lib/client.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import type { QuoteRequest } from '../quote-requests.ts';

const documents = {
  'Shop drawings (PDF)': 'shop-drawings',
  'Cut list (PDF)': 'cut-list',
} as const;
const spreadsheets = {
  'Bill of materials (CSV)': 'bill-of-materials',
  'Cut list (CSV)': 'cut-list',
} as const;

type Label = keyof typeof documents | keyof typeof spreadsheets;
const labels = [...Object.keys(documents), ...Object.keys(spreadsheets)] as Label[];

export function DesignDocuments({
  design,
  request,
}: {
  design: ShedDesign;
  request: Pick<QuoteRequest, 'id' | 'customer_name'>;
}) {
  const client = useAdminClient();
  const toasts = useToasts();
  const businessName = useBusinessName();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (label: Label) => {
      if (!(label in documents)) return saveSpreadsheet(client, design, label);
      const name = documents[label as keyof typeof documents];
      const url = getDocumentUrl(name, design, request.id);
      const [blob, { describeUnprintableParts }] = await Promise.all([
        fetchDesignDocument(client, url),
        import('#app/features/quotes/quote-checks.ts'),
      ]);
      downloadBlob({ name: getDesignFileName(design, `${name}.pdf`), blob });
      return describeUnprintableParts('The PDF', [
        ["the customer's name", request.customer_name],
        ['your business name (Settings)', businessName ?? ''],
      ]);
    },
    onSuccess(sentences) {
      if (!sentences?.length) return toasts.clear('document');
      toasts.error(sentences.join(' '), { key: 'document' });
    },
    onError(error) {
      logError('Could not make a document', error);
      toasts.error('The document could not be made. Please try again.', { key: 'document' });
    },
  });
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {labels.map((label) => (
        <li key={label}>
          <button
            type="button"
            aria-disabled={isPending}
            className={buttonClass('secondary', 'w-full aria-disabled:opacity-60')}
            onClick={() => isPending || mutate(label)}
          >
            <FileDown aria-hidden className="size-5 shrink-0" />
            <span>{isPending && variables === label ? 'Making the file...' : label}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

async function saveSpreadsheet(client: Client, design: ShedDesign, label: Label) {
  const [{ createMaterialList, cutsToCsv, materialsToCsv }, settings] = await Promise.all([
    import('#app/features/designer/material-list.ts'),
    readShopSettings(client),
  ]);
  const name = spreadsheets[label as keyof typeof spreadsheets];
  const toCsv = name === 'cut-list' ? cutsToCsv : materialsToCsv;
  const text = toCsv(createMaterialList(design, settings.framing), [
    ...describeEngineerReasons(settings, design),
    ...describeMissingLimits(settings),
  ]);
  download({ name: getDesignFileName(design, `${name}.csv`), text });
}
