import { Controller } from 'react-hook-form'
import type { BillingSettings } from '../../../lib/billing-settings.ts'
import { prorationOptions } from '../../../lib/proration-words.ts'
import { sendOrExplain } from '../../../lib/send-form.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { SettingsCard } from './settings-card.tsx'
import { useSaving } from './use-saving.ts'
import { useSettingsForm } from './use-settings-form.ts'

/** How customers subscribe, and what happens when they change their plan. */
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
        label="Allow several subscriptions"
        hint="A customer may have more than one at a time. Otherwise a second checkout is refused."
        {...form.register('allowMultipleSubscriptions')}
      />
      <Checkbox
        label="Customers may change their plan"
        hint="They switch between your products by themselves, in their portal."
        {...form.register('allowCustomerUpdates')}
      />
      <Controller
        name="prorationMode"
        control={form.control}
        render={({ field }) => (
          <RadioGroup
            legend="When a plan changes in the middle of a period, the difference is paid"
            hint="Whoever changes a subscription can choose otherwise."
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
