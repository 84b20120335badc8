import { useSuspenseQuery } from '@tanstack/react-query'
import { billingSettingsQuery } from '#/entities/organization/billing-settings.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { portalSettingsQuery } from '#/entities/organization/portal-settings.ts'
import { mayIn } from '#/entities/organization/roles.ts'
import { sellerQuery } from '#/entities/organization/seller-query.ts'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'
import { DunningCard } from './dunning-card.tsx'
import { EmbeddingCard } from './embedding-card.tsx'
import { FeaturesCard } from './features-card.tsx'
import { PlansCard } from './plans-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { ReadOnlySettings } from './read-only-settings.tsx'
import { SubscriptionsCard } from './subscriptions-card.tsx'
import { TimeZoneCard } from './time-zone-card.tsx'

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
