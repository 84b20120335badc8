import { updateOrder } from '@guildhall/contract/orders/orders'
import { useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { type Explanations, sendOrExplain } from '../../lib/send-form.ts'
import { useChange } from '../../lib/use-change.ts'
import { useForm } from '../../lib/use-form.ts'
import { CountryField } from '../../ui/country-field.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type BillingWish, billingField, billingOf, billingWishOf } from './billing-wish.ts'
import type { Order } from './order-queries.ts'

interface BillingDialogProps {
  order: Order
  onClose: () => void
}

/** To whom an order is billed. What was printed before is taken back and printed anew. */
export function BillingDialog({ order, onClose }: BillingDialogProps) {
  // As it was when the form was opened: news meanwhile are no change of who types.
  const [start] = useState(() => billingWishOf(order))
  const form = useForm<BillingWish>({ defaultValues: start })
  const { errors, isSubmitting, isDirty } = form.formState
  const change = useChange()
  const toast = useToast()
  const save = async (wish: BillingWish) => {
    const asked = { params: { id: order.id }, body: billingOf(wish) }
    await change(() => api.call(updateOrder, asked))
    toast({ title: 'The billing details are saved' })
    onClose()
  }
  return (
    <FormDialog
      title="Billing details"
      description={
        order.isInvoiceGenerated
          ? `Invoice ${order.invoiceNumber} is taken back by a credit note, and another one is issued.`
          : 'They stand on the invoice.'
      }
      submit="Save"
      isBusy={isSubmitting}
      isUnsaved={isDirty && !isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, save, explanations, billingField)}
      onClose={onClose}
    >
      <Field label="Name" error={errors.name?.message}>
        <TextInput
          autoComplete="off"
          {...form.register('name', {
            validate: (name) => name.trim() !== '' || 'Enter who is billed.',
          })}
        />
      </Field>
      <Country form={form} />
      <Line form={form} name="line1" label="Street and number" />
      <Line form={form} name="line2" label="Second line" />
      <div className="grid gap-4 sm:grid-cols-3">
        <Line form={form} name="postalCode" label="Postal code" />
        <Line form={form} name="city" label="City" />
        <Line form={form} name="state" label="State" />
      </div>
    </FormDialog>
  )
}

interface PartProps {
  form: UseFormReturn<BillingWish>
}

function Country({ form }: PartProps) {
  return (
    <Controller
      name="country"
      control={form.control}
      rules={{ validate: (country) => country !== null || 'Choose a country.' }}
      render={({ field, fieldState }) => (
        <CountryField field={field} error={fieldState.error?.message} />
      )}
    />
  )
}

interface LineProps extends PartProps {
  name: 'line1' | 'line2' | 'postalCode' | 'city' | 'state'
  label: string
}

function Line({ form, name, label }: LineProps) {
  return (
    <Field label={label} optional error={form.formState.errors[name]?.message}>
      <TextInput autoComplete="off" {...form.register(name)} />
    </Field>
  )
}

const explanations: Explanations<BillingWish> = {
  NotPermitted: ['root', 'Your role changed: only owners and admins change orders.'],
  ResourceNotFound: ['root', 'This order is no longer here.'],
}
