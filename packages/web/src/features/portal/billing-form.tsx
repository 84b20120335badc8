import { updatePortalCustomer } from '@guildhall/contract/portal/customer'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { CountryField } from '#/entities/address/country-field.tsx'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useToast } from '#/ui/toast.tsx'
import { type BillingDraft, billingField, changeOf, draftOf } from './billing-draft.ts'
import { type PortalCustomer, usePortalChange } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

interface BillingFormProps {
  customer: PortalCustomer
  onClose: () => void
}

export function BillingForm({ customer, onClose }: BillingFormProps) {
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  const form = useForm<BillingDraft>({ values: draftOf(customer), resetOptions })
  const { errors, isSubmitting, isDirty } = form.formState
  const save = async (draft: BillingDraft) => {
    await change(() => api.call(updatePortalCustomer, { body: changeOf(draft) }))
    toast({ title: 'Billing details saved' })
    onClose()
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={sendOrExplain(form, save, {}, billingField)}>
      <Line form={form} name="name" label="Name" autoComplete="name" />
      <Country form={form} />
      <Line form={form} name="line1" label="Address line 1" autoComplete="address-line1" />
      <Line form={form} name="line2" label="Address line 2" autoComplete="address-line2" />
      <div className="grid gap-4 sm:grid-cols-3">
        <Line form={form} name="postalCode" label="Postal code" autoComplete="postal-code" />
        <Line form={form} name="city" label="City" autoComplete="address-level2" />
        <Line form={form} name="state" label="State" autoComplete="address-level1" />
      </div>
      <Line form={form} name="taxId" label="Tax ID" autoComplete="off" />
      {errors.root && <Banner tone="bad">{errors.root.message}</Banner>}
      <div className="flex flex-wrap justify-between gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" loading={isSubmitting} disabled={!isDirty}>
          Save
        </Button>
      </div>
    </form>
  )
}

/** Unsaved input survives refetches. */
const resetOptions = { keepDirtyValues: true } as const

interface PartProps {
  form: UseFormReturn<BillingDraft>
}

function Country({ form }: PartProps) {
  return (
    <Controller
      name="country"
      control={form.control}
      render={({ field, fieldState }) => (
        <CountryField field={field} error={fieldState.error?.message} />
      )}
    />
  )
}

interface LineProps extends PartProps {
  name: Exclude<keyof BillingDraft, 'country'>
  label: string
  autoComplete: string
}

function Line({ form, name, label, autoComplete }: LineProps) {
  return (
    <Field label={label} optional error={form.formState.errors[name]?.message}>
      <TextInput autoComplete={autoComplete} {...form.register(name)} />
    </Field>
  )
}
