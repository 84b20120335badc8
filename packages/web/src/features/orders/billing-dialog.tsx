import type { BodyInput } from '@guildhall/contract/operation'
import { updateOrder } from '@guildhall/contract/orders/orders'
import { useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import {
  type AddressDraft,
  addressDraftOf,
  addressFields,
  addressOf,
} from '#/entities/address/address-draft.ts'
import { addressSchema } from '#/entities/address/address-schema.ts'
import { CountryField } from '#/entities/address/country-field.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { type FormSchema, text } from '#/lib/form-schema.ts'
import { type Explanations, sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { Order } from './order-queries.ts'

const billingSchema: FormSchema<BillingDraft> = {
  ...addressSchema,
  name: text(updateOrder.body.shape.billingName, { empty: 'Enter a billing name.' }),
}

interface BillingDialogProps {
  order: Order
  onClose: () => void
}

/** The billing details of an order. An existing invoice is credited and issued again. */
export function BillingDialog({ order, onClose }: BillingDialogProps) {
  // The values when the form was opened, so that later updates don’t count as the user’s changes.
  const [start] = useState(() => billingDraftOf(order))
  const form = useForm<BillingDraft>({ schema: billingSchema, defaultValues: start })
  const { errors, isSubmitting, isDirty } = form.formState
  const change = useChange()
  const toast = useToast()
  const save = async (draft: BillingDraft) => {
    const asked = { params: { id: order.id }, body: billingOf(draft) }
    await change(() => api.call(updateOrder, asked))
    toast({ title: 'Billing details saved' })
    onClose()
  }
  return (
    <FormDialog
      title="Billing details"
      description={
        order.isInvoiceGenerated
          ? `Invoice ${order.invoiceNumber} is canceled with a credit note and a new one is issued.`
          : 'Shown on the invoice.'
      }
      submit="Save"
      isBusy={isSubmitting}
      isUnsaved={isDirty && !isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, save, explanations, billingField)}
      onClose={onClose}
    >
      <Field label="Name" error={errors.name?.message}>
        <TextInput autoComplete="off" {...form.register('name')} />
      </Field>
      <Country form={form} />
      <Line form={form} name="line1" label="Address line 1" />
      <Line form={form} name="line2" label="Address line 2" />
      <div className="grid gap-4 sm:grid-cols-3">
        <Line form={form} name="postalCode" label="Postal code" />
        <Line form={form} name="city" label="City" />
        <Line form={form} name="state" label="State" />
      </div>
    </FormDialog>
  )
}

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

const explanations: Explanations<BillingDraft> = {
  NotPermitted: ['root', 'Your role changed. Only owners and admins can change orders.'],
  ResourceNotFound: ['root', 'This order no longer exists.'],
}

/** As typed; omitted values are empty. */
interface BillingDraft extends AddressDraft {
  name: string
}

function billingDraftOf({ billingName, billingAddress: address, customer }: Order): BillingDraft {
  return {
    name: billingName ?? customer.name ?? '',
    ...addressDraftOf(address),
  }
}

const billingOf = (draft: BillingDraft): BodyInput<typeof updateOrder> => ({
  billingName: draft.name.trim(),
  billingAddress: addressOf(draft),
})

/** Maps wire paths to form fields. */
const billingField = wireFields<BillingDraft>({
  billing_name: 'name',
  ...addressFields('billing_address'),
})
