import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { DetailList } from '#app/admin/records/detail-rows.tsx';
import { SmallSelect } from '#app/admin/records/record-fields.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { describeChange } from '#app/features/designer/describe-change.ts';
import { LIGHT_LABELS, SEASON_LABELS } from '#app/features/designer/design-view.ts';
import { readShopSettings } from '#app/features/designer/designer-settings.ts';
import type { Withdrawn } from '#app/features/designer/offer.ts';
import { previewPrices, readPublishedPriceList } from '#app/features/designer/price-list.ts';
import { formatCents } from '#app/lib/prices.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog, DialogClose } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import type { ColorCard, ShedDesign } from '#drawing/design/shed-design.ts';
import { parseDesignLink, toListingDraft } from '../listing-draft.ts';
import {
  describeListingView,
  LISTING_VIEWS,
  type ListingView,
  SIDE_LABELS,
} from '../listing-views.ts';
import type { ShedListing } from '../shed-listings.ts';
import { useListingCreation } from './use-listing-creation.ts';

type FromDesignDialogProps = {
  initialLink: string;
  onClose: () => void;
  onCreated: (shed: ShedListing) => void;
  finalFocus: () => HTMLElement | null;
};

export default function FromDesignDialog(props: FromDesignDialogProps) {
  const { initialLink, onClose, onCreated, finalFocus } = props;
  const formId = useId();
  const toasts = useToasts();
  const [link, setLink] = useState(initialLink);
  const [views, setViews] = useState(LISTING_VIEWS);
  const [isSubmitted, setSubmitted] = useState(false);
  // True once the listing is created or the input discarded: the dialog then closes without a confirmation.
  const isSettled = useRef(false);
  const creation = useListingCreation();
  const parsed = parseDesignLink(link);
  const price = useDesignPrice(parsed?.design);
  const client = useAdminClient();
  const shop = useQuery({
    queryKey: ['designer_settings', 'shop'],
    queryFn: () => readShopSettings(client),
  });
  const isBusy = creation.progress !== '';
  const hasUnsavedInput = link !== initialLink || views !== LISTING_VIEWS || isBusy;

  async function create(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (!parsed || isSettled.current) return;
    const { data, isError } = price.data === undefined ? await price.refetch() : price;
    const { data: settings } = shop.data ? shop : await shop.refetch();
    if (data === undefined || isError || !settings) return;
    const dollars = data && data.subtotal / 100;
    const { withdrawn, card } = settings;
    const listing = { design: parsed.design, views, price: dollars, withdrawn, card };
    const shed = await creation.create(listing);
    if (!shed) return;
    isSettled.current = true;
    toasts.news(`${shed.title} was saved as inactive. Check it, then make it active.`);
    onCreated(shed);
  }

  const linkError = 'Please paste a designer link. It contains /design?style=';
  const shownError =
    creation.error ||
    (isSubmitted && price.isError && "Couldn't calculate today's price.") ||
    (isSubmitted && shop.isError && "Couldn't load your options.");
  return (
    <Dialog
      open
      inUrl
      size="lg"
      title="New Listing from a Design"
      hasUnsavedInput={() => hasUnsavedInput && !isSettled.current}
      onClose={() => {
        isSettled.current = true;
        onClose();
      }}
      finalFocus={finalFocus}
      footer={
        <>
          <p role="alert" className="font-medium text-barn empty:hidden">
            {shownError}
          </p>
          <p role="status" className="text-ink-soft empty:hidden">
            {creation.progress}
          </p>
          <div className={`flex flex-wrap justify-end gap-3 ${shownError || isBusy ? 'mt-2' : ''}`}>
            <DialogClose>Cancel</DialogClose>
            <Button
              variant="secondary"
              disabled={!parsed || isBusy}
              onClick={() => parsed && creation.draw({ design: parsed.design, views })}
            >
              Draw Pictures
            </Button>
            <Button type="submit" form={formId} disabled={isBusy}>
              {isBusy ? 'Creating...' : 'Create Listing'}
            </Button>
          </div>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={create} className="grid gap-6">
        <TextField
          label="Design link"
          required
          type="url"
          value={link}
          disabled={isBusy}
          hint={
            <>
              Open the{' '}
              <a href="/design" target="_blank" rel="noopener" className="underline">
                designer
              </a>
              , design a shed, and copy the address of its page.
            </>
          }
          error={!parsed && (isSubmitted || link !== '') ? linkError : undefined}
          onChange={({ target }) => setLink(target.value)}
        />
        {parsed && (
          <>
            {parsed.changes.length > 0 && (
              <div className="warning">
                <p className="font-semibold">We changed the design so it can be built:</p>
                <ul className="mt-1 list-[square] pl-5 marker:text-brand">
                  {parsed.changes.map((change) => {
                    const sentence = describeChange(change, undefined, shop.data?.card);
                    return <li key={sentence}>{sentence}</li>;
                  })}
                </ul>
              </div>
            )}
            <section aria-label="Pictures">
              <h3 className="font-semibold">Pictures</h3>
              <p className="mb-3 text-ink-soft">
                The first one is the cover. Choose the season, light and side for each.
              </p>
              <ul className="grid gap-5 sm:grid-cols-2">
                {views.map((view, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: there are always four
                  <li key={index}>
                    <ListingViewFields
                      number={index + 1}
                      view={view}
                      image={creation.getPreview(parsed.design, view)}
                      disabled={isBusy}
                      onChange={(changed) => setViews(replaceAt(views, index, changed))}
                    />
                  </li>
                ))}
              </ul>
            </section>
            <ListingTexts
              design={parsed.design}
              withdrawn={shop.data?.withdrawn ?? []}
              card={shop.data?.card}
              price={
                price.isError
                  ? "Couldn't calculate the price"
                  : price.data === undefined
                    ? 'Calculating...'
                    : price.data === null
                      ? 'Contact for price, because no published price list has a price for this style'
                      : `${formatCents(price.data.subtotal)} before tax, from version ${price.data.version} of the price list`
              }
            />
          </>
        )}
      </form>
    </Dialog>
  );
}

const replaceAt = (views: readonly ListingView[], index: number, view: ListingView) =>
  views.map((each, at) => (at === index ? view : each));

function useDesignPrice(design: ShedDesign | undefined) {
  const client = useAdminClient();
  return useQuery({
    queryKey: ['price_lists', 'design', JSON.stringify(design)],
    queryFn: async () => {
      const list = await readPublishedPriceList(client);
      const [price] = list && design ? await previewPrices(client, list, [design]) : [];
      return list && price ? { ...price, version: list.version } : null;
    },
    enabled: design !== undefined,
  });
}

type ListingTextsProps = {
  design: ShedDesign;
  withdrawn: Withdrawn;
  card: ColorCard | undefined;
  price: string;
};

function ListingTexts({ design, withdrawn, card, price }: ListingTextsProps) {
  const { title, description, specifications } = toListingDraft(design, withdrawn, card);
  return (
    <section aria-label="Texts and specifications">
      <h3 className="font-semibold">Texts and specifications</h3>
      <p className="mb-3 text-ink-soft">You can change them once the listing is created.</p>
      <div className="whitespace-pre-line">
        <DetailList
          items={[
            ['Title', title],
            ['Price', price],
            ['Description', description],
            ['Standard Features', specifications.standard_features.join('\n')],
            ['Optional Upgrades', specifications.optional_upgrades.join('\n')],
          ]}
        />
      </div>
    </section>
  );
}

type ListingViewFieldsProps = {
  number: number;
  view: ListingView;
  image: string | undefined;
  disabled: boolean;
  onChange: (view: ListingView) => void;
};

function ListingViewFields(props: ListingViewFieldsProps) {
  const { number, view, image, disabled, onChange } = props;
  const change = <Name extends keyof ListingView>(name: Name, value: string) =>
    onChange({ ...view, [name]: value as ListingView[Name] });
  return (
    <fieldset className="min-w-0" disabled={disabled}>
      <legend className="mb-1.5 font-semibold text-[0.9375rem]">Picture {number}</legend>
      <div className="grid aspect-4/3 place-items-center border border-line bg-pine text-ink-soft">
        {image ? (
          <img
            src={image}
            alt={describeListingView(view)}
            width={1920}
            height={1440}
            className="size-full object-cover"
          />
        ) : (
          'Not drawn yet'
        )}
      </div>
      <div className="mt-2 grid grid-cols-2 gap-2">
        <SmallSelect
          label="Season"
          options={SEASON_LABELS}
          value={view.season}
          onChange={({ target }) => change('season', target.value)}
        />
        <SmallSelect
          label="Light"
          options={LIGHT_LABELS}
          value={view.light}
          onChange={({ target }) => change('light', target.value)}
        />
        <div className="col-span-2">
          <SmallSelect
            label="Side"
            options={SIDE_LABELS}
            value={view.side}
            onChange={({ target }) => change('side', target.value)}
          />
        </div>
      </div>
    </fieldset>
  );
}
