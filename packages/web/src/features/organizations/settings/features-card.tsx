import type { Seller } from '../../../lib/seller-query.ts'
import { sendOrExplain } from '../../../lib/send-form.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { SettingsCard } from './settings-card.tsx'
import { useSaving } from './use-saving.ts'
import { useSettingsForm } from './use-settings-form.ts'

/** What an organization uses besides what everybody has. */
export function FeaturesCard({ seller: { featureSettings } }: { seller: Seller }) {
  const toast = useToast()
  const { saveSeller } = useSaving()
  const { form, settle } = useSettingsForm(featureSettings)
  const { errors, isSubmitting, isDirty } = form.formState
  const save = sendOrExplain(form, async (chosen) => {
    await saveSeller({ featureSettings: chosen })
    settle(chosen)
    toast({ title: 'Features saved' })
  })
  return (
    <SettingsCard
      title="Features"
      isDirty={isDirty}
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={save}
      onDiscard={() => settle(featureSettings)}
    >
      <Checkbox
        label="Usage-based billing"
        hint={featureWords.usageBasedBillingEnabled}
        {...form.register('usageBasedBillingEnabled')}
      />
      <Checkbox
        label="Issue funding"
        hint={featureWords.issueFundingEnabled}
        {...form.register('issueFundingEnabled')}
      />
    </SettingsCard>
  )
}

const featureWords = {
  usageBasedBillingEnabled:
    'Customers pay for what they use: your application reports it, meters count it, and prices ' +
    'are set for each unit.',
  issueFundingEnabled: 'People can put money on issues of your repositories that they want solved.',
} as const
