import { updatePortalCustomer } from '@guildhall/contract/portal/customer'
import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { CountryField } from '#/entities/address/country-field.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Field } from '#/ui/field.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useToast } from '#/ui/toast.tsx'
import { type BillingDraft, billingField, changeOf, draftOf } from './billing-draft.ts'
import { customerQuery, type PortalCustomer, usePortalChange } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

/** The billing details on future invoices. */
export function BillingDetails() {
  const { api } = usePortal()
  const { data, error } = useQuery(customerQuery(api))
  return (
    <Card
      title="Billing details"
      description="Used for taxes and shown on future invoices, also of your subscriptions."
    >
      {error && <Banner tone="bad">{failureMessage(error)}</Banner>}
      {!error && !data && (
        <div aria-busy="true">
          <Skeleton className="h-70" />
        </div>
      )}
      {data && <DetailsForm customer={data} />}
    </Card>
  )
}

function DetailsForm({ customer }: { customer: PortalCustomer }) {
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  const form = useForm<BillingDraft>({ values: draftOf(customer), resetOptions })
  const { errors, isSubmitting, isDirty } = form.formState
  const save = async (draft: BillingDraft) => {
    const saved = await change(() => api.call(updatePortalCustomer, { body: changeOf(draft) }))
    form.reset(draftOf(saved))
    toast({ title: 'Billing details saved' })
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
      <div>
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
