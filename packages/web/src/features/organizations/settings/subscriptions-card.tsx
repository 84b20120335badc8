import { Controller } from 'react-hook-form'
import type { BillingSettings } from '#/entities/organization/billing-settings.ts'
import { prorationOptions } from '#/entities/subscription/proration-text.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { Checkbox } from '#/ui/checkbox.tsx'
import { RadioGroup } from '#/ui/radio-group.tsx'
import { useToast } from '#/ui/toast.tsx'
import { SettingsCard } from './settings-card.tsx'
import { useSaving } from './use-saving.ts'
import { useSettingsForm } from './use-settings-form.ts'

/** The settings for subscriptions and plan changes. */
export function SubscriptionsCard({ settings }: { settings: BillingSettings }) {
  const toast = useToast()
  const { saveBilling } = useSaving()
  const { dunning: _, ...kept } = settings
  const { form, settle } = useSettingsForm(kept)
  const { errors, isSubmitting, isDirty } = form.formState
  const save = sendOrExplain(form, async (chosen) => {
    await saveBilling(chosen)
    settle(chosen)
    toast({ title: 'Subscription settings saved' })
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
        hint="Customers can switch between your products in the customer portal."
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
    </SettingsCard>
  )
}
