import { updatePortalCustomer } from '@guildhall/contract/portal/customer'
import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { failureWords } from '../../lib/failure-words.ts'
import { sendOrExplain } from '../../lib/send-form.ts'
import { useForm } from '../../lib/use-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CountryField } from '../../ui/country-field.tsx'
import { Field } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type BillingDraft, billingField, changeOf, draftOf } from './billing-draft.ts'
import { customerQuery, type PortalCustomer, usePortalChange } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

/** What stands on the invoices that come. */
export function BillingDetails() {
  const { api } = usePortal()
  const { data, error } = useQuery(customerQuery(api))
  return (
    <Card title="Billing details" description="They stand on the invoices that come from now on.">
      {error && <Banner tone="bad">{failureWords(error)}</Banner>}
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
    toast({ title: 'The billing details are saved' })
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={sendOrExplain(form, save, {}, billingField)}>
      <Line form={form} name="name" label="Name" autoComplete="name" />
      <Country form={form} />
      <Line form={form} name="line1" label="Street and number" autoComplete="address-line1" />
      <Line form={form} name="line2" label="Second line" autoComplete="address-line2" />
      <div className="grid gap-4 sm:grid-cols-3">
        <Line form={form} name="postalCode" label="Postal code" autoComplete="postal-code" />
        <Line form={form} name="city" label="City" autoComplete="address-level2" />
        <Line form={form} name="state" label="State" autoComplete="address-level1" />
      </div>
      <Line form={form} name="taxId" label="Tax id" autoComplete="off" />
      {errors.root && <Banner tone="bad">{errors.root.message}</Banner>}
      <div>
        <Button type="submit" variant="primary" loading={isSubmitting} disabled={!isDirty}>
          Save
        </Button>
      </div>
    </form>
  )
}

/** What was typed outlives the news of what is. */
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
