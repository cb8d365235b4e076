import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { invalidateTable } from '#app/admin/query-client.ts';
import { CheckField } from '#app/admin/records/record-fields.tsx';
import { useRecordSaving } from '#app/admin/records/record-form.tsx';
import type { Fields } from '#app/admin/records/version-conflict.ts';
import { useAdminClient } from '#app/admin/session.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import { type TaxInput, type TaxValues, taxForm, toTaxColumns, toTaxForm } from '../tax-form.ts';
import {
  defaultTaxSettings,
  insertTaxSettings,
  type TaxColumns,
  type TaxSettings,
  updateTaxSettings,
} from '../tax-settings.ts';

const fields: Fields<TaxColumns> = {
  hst_charged: 'Charge HST',
  hst_basis_points: { label: 'HST (%)', show: (points: number) => String(points / 100) },
  hst_number: 'HST number',
  hst_number_shown: 'Show the HST number',
};

type HstDialogProps = {
  initial: TaxSettings | null;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
};

export default function HstDialog({ initial, onClose, finalFocus }: HstDialogProps) {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const [row] = useState(initial ?? undefined);
  const { register, handleSubmit, formState } = useForm<TaxInput, unknown, TaxValues>({
    resolver: zodResolver(taxForm),
    defaultValues: toTaxForm(row ?? defaultTaxSettings),
  });
  const { errors, isDirty, isSubmitting } = formState;
  const saving = useRecordSaving<TaxSettings, TaxColumns>({
    entity: 'HST setting',
    fields,
    row,
    defaults: defaultTaxSettings,
    insert: (columns) => insertTaxSettings(client, columns),
    update: (version, columns) => updateTaxSettings(client, version, columns),
    name: () => 'HST setting',
    onDone() {
      void invalidateTable(queryClient, 'tax_settings');
      onClose();
    },
  });
  const submit = handleSubmit((values) => saving.save(toTaxColumns(values)));
  return (
    <Dialog
      open
      title="HST"
      onClose={onClose}
      finalFocus={finalFocus}
      hasUnsavedInput={isDirty && !isSubmitting}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-3">
          <p role="alert" className="mr-auto font-medium text-barn empty:hidden">
            {saving.error}
          </p>
          <Button type="submit" form="hst-form" disabled={isSubmitting}>
            {isSubmitting ? 'Saving...' : 'Save HST'}
          </Button>
        </div>
      }
    >
      <form
        id="hst-form"
        noValidate
        aria-label="HST"
        onSubmit={(event) => {
          // React passes the event on to the form of the screen, which is not an ancestor in the page.
          event.stopPropagation();
          void submit(event);
        }}
        className="grid gap-4"
      >
        <CheckField
          label="Charge HST"
          hint="Small suppliers (up to $30,000 in sales over four quarters) don't have to. Ask your accountant."
          {...register('hst_charged')}
        />
        <TextField
          label="HST (%)"
          required
          inputMode="decimal"
          error={errors.hstPercent?.message}
          {...register('hstPercent')}
        />
        <TextField
          label="HST number"
          hint="For example: 12345 6789 RT0001. Quotes that charge HST need it."
          error={errors.hst_number?.message}
          {...register('hst_number')}
        />
        <CheckField
          label="Show the HST number"
          hint="Visitors see it on the home page if you charge HST."
          {...register('hst_number_shown')}
        />
        <p className="text-ink-soft text-sm">Quotes you have sent keep the HST they show.</p>
      </form>
      {saving.dialogs}
    </Dialog>
  );
}
