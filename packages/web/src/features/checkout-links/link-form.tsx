import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { discountsToChoose } from '../../lib/choices.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { metadataMistake } from '../../lib/metadata-rows.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { Fieldset } from '../../ui/fieldset.tsx'
import { MetadataEditor } from '../../ui/metadata-editor.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { type LinkDraft, labelMistake, successUrlMistake } from './link-draft.ts'
import type { CheckoutLink } from './link-queries.ts'
import { OfferField } from './offer-field.tsx'

interface LinkFormProps {
  form: UseFormReturn<LinkDraft>
  /** Null where it's made. */
  kept: CheckoutLink | null
}

export function LinkForm({ form, kept }: LinkFormProps) {
  const { errors } = form.formState
  return (
    <>
      <Field
        label="Label"
        optional
        hint="Only you and your members see it."
        error={errors.label?.message}
      >
        <TextInput
          autoComplete="off"
          placeholder="Poster at the fair"
          {...form.register('label', { validate: (label) => labelMistake(label) ?? true })}
        />
      </Field>
      <OfferField form={form} kept={kept} />
      <DiscountField form={form} kept={kept} />
      <Fieldset legend="At the checkout">
        <Checkbox
          label="Buyers can enter a discount code"
          {...form.register('allowDiscountCodes')}
        />
        <Checkbox
          label="Ask for the whole billing address"
          hint="Otherwise only for what the tax needs."
          {...form.register('requireBillingAddress')}
        />
      </Fieldset>
      <Field
        label="Success page"
        optional
        hint="Where buyers go once they have paid. {CHECKOUT_ID} in it becomes the id of their checkout. Without one they see ours."
        error={errors.successUrl?.message}
      >
        <TextInput
          type="url"
          autoComplete="off"
          placeholder="https://example.com/thanks?checkout={CHECKOUT_ID}"
          {...form.register('successUrl', { validate: (text) => successUrlMistake(text) ?? true })}
        />
      </Field>
      <Controller
        name="metadata"
        control={form.control}
        rules={{ validate: (rows) => metadataMistake(rows) ?? true }}
        render={({ field: { ref, ...field }, fieldState }) => (
          <MetadataEditor {...field} inputRef={ref} error={fieldState.error?.message} />
        )}
      />
    </>
  )
}

function DiscountField({ form, kept }: LinkFormProps) {
  const { id } = useOrganization()
  const { data: all } = useQuery(discountsToChoose(id))
  const own = kept?.discount ?? null
  const discounts = all ?? (own === null ? [] : [own])
  return (
    <Controller
      name="discountId"
      control={form.control}
      render={({ field: { value, onChange, onBlur }, fieldState }) => (
        <Field
          label="Discount"
          optional
          hint="Whoever follows the link gets it without a code."
          error={fieldState.error?.message}
        >
          <Combobox<string>
            options={discounts.map(({ id: discountId, name, code }) => ({
              value: discountId,
              label: name,
              ...(code !== null && { hint: code }),
            }))}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            placeholder="No discount"
            empty="There is no such discount."
          />
        </Field>
      )}
    />
  )
}
