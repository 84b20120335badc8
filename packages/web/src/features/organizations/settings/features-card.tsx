import type { Seller } from '#/entities/organization/seller-query.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { Checkbox } from '#/ui/checkbox.tsx'
import { useToast } from '#/ui/toast.tsx'
import { SettingsCard } from './settings-card.tsx'
import { useSaving } from './use-saving.ts'
import { useSettingsForm } from './use-settings-form.ts'

/** The optional features of an organization. */
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
        hint="Your application reports events, meters count them, and products can have a price for each unit."
        {...form.register('usageBasedBillingEnabled')}
      />
    </SettingsCard>
  )
}
