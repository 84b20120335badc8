import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { discountsToChoose } from '#/entities/discount/discounts-to-choose.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { Checkbox } from '#/ui/checkbox.tsx'
import { Combobox } from '#/ui/combobox.tsx'
import { Field } from '#/ui/field.tsx'
import { Fieldset } from '#/ui/fieldset.tsx'
import { renderMetadata } from '#/ui/metadata-editor.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import type { LinkDraft } from './link-draft.ts'
import type { CheckoutLink } from './link-queries.ts'
import { OfferField } from './offer-field.tsx'

interface LinkFormProps {
  form: UseFormReturn<LinkDraft>
  /** Null for a new one. */
  existing: CheckoutLink | null
}

export function LinkForm({ form, existing }: LinkFormProps) {
  const { errors } = form.formState
  return (
    <>
      <Field
        label="Label"
        optional
        hint="Only visible to your organization."
        error={errors.label?.message}
      >
        <TextInput autoComplete="off" placeholder="Newsletter" {...form.register('label')} />
      </Field>
      <OfferField form={form} existing={existing} />
      <DiscountField form={form} existing={existing} />
      <Fieldset legend="At the checkout">
        <Checkbox label="Allow discount codes" {...form.register('allowDiscountCodes')} />
        <Checkbox
          label="Require full billing address"
          hint="Otherwise only the fields needed for tax are collected."
          {...form.register('requireBillingAddress')}
        />
      </Fieldset>
      <Field
        label="Success URL"
        optional
        hint="Where customers are redirected after payment. {CHECKOUT_ID} is replaced by the checkout ID, {CUSTOMER_SESSION_TOKEN} by a token for the customer portal. If empty, a default page is shown."
        error={errors.successUrl?.message}
      >
        <TextInput
          type="url"
          autoComplete="off"
          placeholder="https://example.com/thanks?checkout={CHECKOUT_ID}"
          {...form.register('successUrl')}
        />
      </Field>
      <Controller name="metadata" control={form.control} render={renderMetadata} />
    </>
  )
}

function DiscountField({ form, existing }: LinkFormProps) {
  const { id } = useOrganization()
  const { data: all } = useQuery(discountsToChoose(id))
  const own = existing?.discount ?? null
  const discounts = all ?? (own === null ? [] : [own])
  return (
    <Controller
      name="discountId"
      control={form.control}
      render={({ field: { value, onChange, onBlur }, fieldState }) => (
        <Field
          label="Discount"
          optional
          hint="Applied automatically to checkouts from this link."
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
            empty="No matching discounts."
          />
        </Field>
      )}
    />
  )
}
