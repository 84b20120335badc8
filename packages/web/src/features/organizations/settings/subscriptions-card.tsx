import { deferredAmountMax } from '@guildhall/contract/organizations/billing-settings'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import type { BillingSettings } from '#/entities/organization/billing-settings.ts'
import { disputeOptions } from '#/entities/subscription/dispute-behavior-text.ts'
import { prorationOptions } from '#/entities/subscription/proration-text.ts'
import { amountMistake, centsOf, dollarsOf } from '#/lib/amount-text.ts'
import { rule } from '#/lib/form-schema.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { Checkbox } from '#/ui/checkbox.tsx'
import { Field } from '#/ui/field.tsx'
import { MoneyInput } from '#/ui/money-input.tsx'
import { NativeSelect } from '#/ui/native-select.tsx'
import { RadioGroup } from '#/ui/radio-group.tsx'
import { useToast } from '#/ui/toast.tsx'
import { SettingsCard } from './settings-card.tsx'
import { useSaving } from './use-saving.ts'
import { useSettingsForm } from './use-settings-form.ts'

interface SubscriptionsCardProps {
  settings: BillingSettings
  isUsageOn: boolean
}

/** The settings for subscriptions and plan changes. */
export function SubscriptionsCard({ settings, isUsageOn }: SubscriptionsCardProps) {
  const toast = useToast()
  const { saveBilling } = useSaving()
  const kept = formOf(settings)
  const { form, settle } = useSettingsForm(kept, schema)
  const { errors, isSubmitting, isDirty } = form.formState
  const save = sendOrExplain(form, async (chosen) => {
    await saveBilling({ ...chosen, deferredChangeMax: centsOf(chosen.deferredChangeMax) })
    settle(chosen)
    toast({ title: 'Subscription settings saved' })
  })
  const [isByCustomers, mode] = useWatch({
    control: form.control,
    name: ['allowCustomerUpdates', 'prorationMode'],
  })
  return (
    <SettingsCard
      title="Subscriptions"
      isDirty={isDirty}
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={save}
      onDiscard={() => settle(kept)}
    >
      <Checkbox
        label="Allow multiple subscriptions"
        hint="Customers can have more than one subscription at a time. Otherwise a second checkout is rejected."
        {...form.register('allowMultipleSubscriptions')}
      />
      <Checkbox
        label="Let customers change plans"
        hint="Customers can change their plan in the customer portal. Which plans they see is set below."
        {...form.register('allowCustomerUpdates')}
      />
      <Controller
        name="prorationMode"
        control={form.control}
        render={({ field }) => (
          <RadioGroup
            legend="When a plan changes mid-period"
            hint="You can choose a different option for each change."
            boxed
            options={prorationOptions}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
      {isByCustomers && mode === 'prorate' && (
        <Field
          label="Customers may owe until the next invoice"
          hint="If customers change their plan themselves and would owe more, all of it is charged immediately."
          error={errors.deferredChangeMax?.message}
        >
          <MoneyInput {...form.register('deferredChangeMax')} />
        </Field>
      )}
      <DisputeBehaviorField form={form} />
      {isUsageOn && <UsageGraceField form={form} />}
    </SettingsCard>
  )
}

type Draft = ReturnType<typeof formOf>

function DisputeBehaviorField({ form }: { form: UseFormReturn<Draft> }) {
  return (
    <Controller
      name="disputeBehavior"
      control={form.control}
      render={({ field }) => (
        <RadioGroup
          legend="When a customer disputes a payment"
          boxed
          options={disputeOptions}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
      )}
    />
  )
}

/** In minutes. */
const waits = [
  [0, 'Bill it immediately'],
  [60, 'Wait an hour'],
  [360, 'Wait six hours'],
  [1440, 'Wait a day'],
  [4320, 'Wait three days'],
] as const

function UsageGraceField({ form }: { form: UseFormReturn<Draft> }) {
  const minutes = useWatch({ control: form.control, name: 'usageGraceMinutes' })
  const isListed = waits.some(([listed]) => listed === minutes)
  return (
    <Field
      label="When a period with usage ends"
      hint="Usage that is reported while you wait is billed with its period, later usage with the next one."
    >
      <NativeSelect {...form.register('usageGraceMinutes', { valueAsNumber: true })}>
        {waits.map(([listed, text]) => (
          <option key={listed} value={listed}>
            {text}
          </option>
        ))}
        {!isListed && <option value={minutes}>Wait {minutes} minutes</option>}
      </NativeSelect>
    </Field>
  )
}

const formOf = ({
  dunning: _dunning,
  timeZone: _timeZone,
  reportingCurrency: _reportingCurrency,
  deferredChangeMax,
  ...switches
}: BillingSettings) => ({
  ...switches,
  deferredChangeMax: dollarsOf(deferredChangeMax),
})

const schema = {
  deferredChangeMax: rule<string>((text) =>
    amountMistake(text, { min: 0, max: deferredAmountMax }),
  ),
}
