import { setUsageLimit } from '@guildhall/contract/limits/usage-limits'
import { calculationOf } from '@guildhall/contract/metering/shapes'
import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { meterOptions, metersToChoose } from '#/entities/meter/meters-to-choose.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import {
  type LimitDraft,
  LimitFields,
  limitSchema,
  limitValues,
  newLimitDraft,
} from '#/entities/usage-limit/limit-fields.tsx'
import { api } from '#/lib/api.ts'
import { present } from '#/lib/form-schema.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Combobox } from '#/ui/combobox.tsx'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import { meteredSubscriptionsQuery, type Subscription, type UsageLimit } from './limit-queries.ts'

type Form = UseFormReturn<LimitDraft>

interface SetLimitDialogProps {
  customerId: UsageLimit['customerId']
  onClose: () => void
}

const { shape: input } = setUsageLimit.body

/** A limit of the same meter or subscription is replaced. */
export function SetLimitDialog({ customerId, onClose }: SetLimitDialogProps) {
  const { id } = useOrganization()
  const { data: subscriptions = [] } = useQuery(meteredSubscriptionsQuery(id, customerId))
  const form = useForm<LimitDraft>({
    schema: ({ target }) => ({
      target: present('Choose what is limited.'),
      ...limitSchema(subscriptions.some((one) => one.id === target)),
    }),
    defaultValues: newLimitDraft,
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const target = useWatch({ control: form.control, name: 'target' })
  const subscription = subscriptions.find((one) => one.id === target)
  const send = useSetting(customerId, subscription, onClose)
  return (
    <FormDialog
      title="Set a usage limit"
      description="It replaces your limit of the same meter or subscription. A meter with a limit may be used without credits and without a price."
      submit="Set limit"
      isBusy={isSubmitting}
      isUnsaved={isDirty && !isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send, {}, limitField)}
      onClose={onClose}
    >
      <TargetField form={form} subscriptions={subscriptions} />
      <LimitFields form={form} currency={subscription?.currency ?? null} />
    </FormDialog>
  )
}

interface TargetFieldProps {
  form: Form
  subscriptions: readonly Subscription[]
}

function TargetField({ form, subscriptions }: TargetFieldProps) {
  const { id } = useOrganization()
  const { data: meters = [] } = useQuery(metersToChoose(id))
  const spending = subscriptions.map((one) => ({
    value: one.id,
    label: `Spending on ${one.product.name}`,
  }))
  const limited = meters.filter(({ aggregation }) =>
    ['count', 'sum'].includes(calculationOf(aggregation).func),
  )
  return (
    <Controller
      name="target"
      control={form.control}
      render={({ field: { value, onChange, onBlur }, fieldState }) => (
        <Field label="Of" error={fieldState.error?.message}>
          <Combobox<string>
            options={[...meterOptions(limited, value), ...spending]}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            placeholder="Choose a meter or a subscription"
            empty="No matching meters or subscriptions."
          />
        </Field>
      )}
    />
  )
}

const limitField = wireFields<LimitDraft>({
  meter_id: 'target',
  subscription_id: 'target',
  units: 'value',
  amount: 'value',
  thresholds: 'thresholds',
})

function useSetting(
  id: UsageLimit['customerId'],
  subscription: Subscription | undefined,
  onDone: () => void,
) {
  const change = useChange()
  const toast = useToast()
  return async (draft: LimitDraft) => {
    const values = limitValues(draft, subscription !== undefined)
    const of =
      subscription === undefined
        ? { meterId: z.parse(input.meterId, draft.target) }
        : { subscriptionId: subscription.id }
    await change(() => api.call(setUsageLimit, { params: { id }, body: { ...of, ...values } }))
    toast({ title: 'The usage limit was set' })
    onDone()
  }
}
