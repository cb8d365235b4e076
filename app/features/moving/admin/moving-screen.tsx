import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { download } from '#app/admin/download.ts';
import { lazyComponent } from '#app/admin/lazy-screen.ts';
import { Skeleton } from '#app/admin/lists/list-states.tsx';
import { useUrlParam } from '#app/admin/lists/use-url-params.ts';
import { PageHeader } from '#app/admin/screen-parts.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { ScreenTabs } from '#app/ui/tabs.tsx';
import { storeRowsWithImages } from '../copy-images.ts';
import { createCsvKinds, createSample, type ImportKind, maxCsvBytes } from '../csv-import.ts';
import { storeRows } from '../store-rows.ts';
import { fetchImage } from './fetch-image.ts';
import { ImportPanel } from './import-panel.tsx';

/** Loads the parser and the editor. */
const WxrPanel = lazyComponent(() => import('./wxr-panel.tsx'));
const wordpress = 'wordpress';

export default function MovingScreen() {
  const [chosen, setChosen] = useUrlParam('kind');
  // The panel stays mounted afterwards, as the others do.
  const [hasOpened, setOpened] = useState(chosen === wordpress);
  const kinds = createCsvKinds(location.origin);
  const tabs = Object.entries(kinds).map(([value, kind]) => ({
    value,
    label: kind.label,
    panel: <CsvPanel name={value} kind={kind} />,
  }));
  return (
    <>
      <PageHeader
        title="Import from another website"
        intro="Import content from WordPress or a spreadsheet. We'll show you every change before we save it."
      />
      <p className="mt-3 max-w-2xl">
        To fix broken old links, go to{' '}
        <Link to="/admin/redirects" className="drawn-link">
          Redirects
        </Link>
        .
      </p>
      <div className="mt-6 max-w-3xl">
        <ScreenTabs
          label="What to import"
          value={chosen in kinds || chosen === wordpress ? chosen : 'sheds'}
          onChange={(value) => {
            if (value === wordpress) setOpened(true);
            setChosen(value);
          }}
          tabs={[
            ...tabs,
            {
              value: wordpress,
              label: 'WordPress',
              panel: hasOpened && (
                <Suspense fallback={<Skeleton shape="text" label="Loading" />}>
                  <WxrPanel />
                </Suspense>
              ),
            },
          ]}
        />
      </div>
    </>
  );
}

function CsvPanel({ name, kind }: { name: string; kind: ImportKind }) {
  const { table, place } = kind;
  const [withoutImages, setWithoutImages] = useState(false);
  return (
    <ImportPanel
      label={kind.label}
      tables={[table]}
      accept=".csv,.tsv,.txt,text/csv"
      maxBytes={maxCsvBytes}
      fileHint="A CSV file with up to 10,000 rows and 10 MB. Any spreadsheet program can save one."
      plan={async (client, text) => kind.plan(text, await kind.readStored(client))}
      store={(client, rows, progress) =>
        place
          ? storeRowsWithImages(client, table, place, rows, {
              ...{ ...progress, withoutImages },
              fetchImage: (address) => fetchImage(client, address),
            })
          : storeRows(client, table, rows, progress)
      }
    >
      <p>{kind.identity}</p>
      <p className="mt-2">
        The first line names the columns, in any order. If your file leaves out a column, we keep
        what you have. An empty cell clears what you have.
      </p>
      <dl className="mt-4 divide-y divide-line border-line border-y">
        {kind.columns.map(({ header, required, hint }) => (
          <div key={header} className="grid gap-x-4 py-2 sm:grid-cols-[12rem_1fr]">
            <dt className="font-semibold">
              {header}
              {required && <span className="font-normal text-ink-soft"> (required)</span>}
            </dt>
            <dd className="text-ink-soft">{hint}</dd>
          </div>
        ))}
      </dl>
      {place && (
        <div className="mt-4 grid justify-items-start gap-2">
          <p>We copy the images from your old website, so keep it online until you are done.</p>
          <Checkbox
            label="If an image can't be copied, import the row without it."
            checked={withoutImages}
            onChange={setWithoutImages}
          />
        </div>
      )}
      <div className="mt-4">
        <Button
          variant="secondary"
          onClick={() => download({ name: `sample-${name}.csv`, text: createSample(kind) })}
        >
          Download sample
        </Button>
      </div>
    </ImportPanel>
  );
}
