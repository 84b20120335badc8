import { useSuspenseQuery } from '@tanstack/react-query'
import { billingSettingsQuery } from '#/entities/organization/billing-settings.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { portalSettingsQuery } from '#/entities/organization/portal-settings.ts'
import { mayIn } from '#/entities/organization/roles.ts'
import { type Seller, sellerQuery } from '#/entities/organization/seller-query.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { Checkbox } from '#/ui/checkbox.tsx'
import { useToast } from '#/ui/toast.tsx'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'
import { DunningCard } from './dunning-card.tsx'
import { EmbeddingCard } from './embedding-card.tsx'
import { PlansCard } from './plans-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { ReadOnlySettings } from './read-only-settings.tsx'
import { SettingsCard } from './settings-card.tsx'
import { SubscriptionsCard } from './subscriptions-card.tsx'
import { TimeZoneCard } from './time-zone-card.tsx'
import { useSaving } from './use-saving.ts'
import { useSettingsForm } from './use-settings-form.ts'

export function GeneralSettings() {
  const { id, role } = useOrganization()
  const { data: seller } = useSuspenseQuery(sellerQuery(id))
  const { data: billing } = useSuspenseQuery(billingSettingsQuery(id))
  const { data: portal } = useSuspenseQuery(portalSettingsQuery(id))
  return (
    <div className="grid max-w-170 gap-4">
      {mayIn(role, 'organization', 'update') ? (
        <UnsavedChangesGuard>
          <ProfileCard seller={seller} />
          <FeaturesCard seller={seller} />
          <EmbeddingCard seller={seller} />
          <SubscriptionsCard
            settings={billing}
            isUsageOn={seller.featureSettings.usageBasedBillingEnabled}
          />
          <PlansCard settings={portal} isOn={billing.allowCustomerUpdates} />
          <DunningCard settings={billing} />
          <TimeZoneCard settings={billing} />
        </UnsavedChangesGuard>
      ) : (
        <ReadOnlySettings seller={seller} billing={billing} portal={portal} />
      )}
    </div>
  )
}

/** The optional features of an organization. */
function FeaturesCard({ seller: { featureSettings } }: { seller: Seller }) {
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
