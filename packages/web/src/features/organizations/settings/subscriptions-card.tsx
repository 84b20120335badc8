import { Controller } from 'react-hook-form'
import type { Seller } from '../../../lib/seller-query.ts'
import { sendOrExplain } from '../../../lib/send-form.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { SettingsCard } from './settings-card.tsx'
import { prorationWords } from './subscription-words.ts'
import { useSaving } from './use-saving.ts'
import { useSettingsForm } from './use-settings-form.ts'

/** How customers subscribe, and what happens when they change their plan. */
export function SubscriptionsCard({ seller: { subscriptionSettings } }: { seller: Seller }) {
  const toast = useToast()
  const { saveSeller } = useSaving()
  const { form, settle } = useSettingsForm(subscriptionSettings)
  const { errors, isSubmitting, isDirty } = form.formState
  const save = sendOrExplain(form, async (chosen) => {
    await saveSeller({ subscriptionSettings: chosen })
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
      onDiscard={() => settle(subscriptionSettings)}
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
        name="prorationBehavior"
        control={form.control}
        render={({ field }) => (
          <RadioGroup
            legend="When a plan changes in the middle of a period, the difference is paid"
            boxed
            options={[
              { value: 'prorate', ...prorationWords.prorate },
              { value: 'invoice', ...prorationWords.invoice },
            ]}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
    </SettingsCard>
  )
}
