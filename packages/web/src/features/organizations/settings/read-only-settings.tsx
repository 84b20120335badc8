import type { BillingSettings } from '#/entities/organization/billing-settings.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import type { PortalSettings } from '#/entities/organization/portal-settings.ts'
import type { Seller } from '#/entities/organization/seller-query.ts'
import { disputeBehaviorText } from '#/entities/subscription/dispute-behavior-text.ts'
import { prorationLabels } from '#/entities/subscription/proration-text.ts'
import { formatMoney } from '#/lib/format.ts'
import { EmailText } from '#/ui/email-text.tsx'
import { Link } from '#/ui/link.tsx'
import { None } from '#/ui/none.tsx'
import { dunningText } from './dunning-form.ts'
import { ReadOnlyCard } from './read-only-card.tsx'
import { platformNames } from './social-platforms.ts'

interface ReadOnlySettingsProps {
  seller: Seller
  billing: BillingSettings
  portal: PortalSettings
}

/** The settings as members see them. */
export function ReadOnlySettings({ seller, billing, portal }: ReadOnlySettingsProps) {
  const { name, slug } = useOrganization()
  const { email, website, socials, featureSettings, embedOrigins } = seller
  return (
    <>
      <ReadOnlyCard
        title="Profile"
        facts={[
          { label: 'Name', value: <span className="break-words">{name}</span> },
          { label: 'Slug', value: <span className="break-all">{slug}</span> },
          { label: 'Support email', value: email ? <Mail to={email} /> : <None /> },
          { label: 'Website', value: website ? <Address to={website} /> : <None /> },
          ...socials.map(({ platform, url }) => ({
            label: platformNames[platform],
            value: <Address to={url} />,
          })),
        ]}
      />
      <ReadOnlyCard
        title="Features"
        facts={[
          { label: 'Usage-based billing', value: onOff(featureSettings.usageBasedBillingEnabled) },
        ]}
      />
      <ReadOnlyCard
        title="Embedded checkout"
        facts={[
          {
            label: 'Embedding sites',
            value:
              embedOrigins.length === 0 ? (
                <None />
              ) : (
                <span className="wrap-anywhere">{embedOrigins.join(', ')}</span>
              ),
          },
        ]}
      />
      <SubscriptionFacts
        billing={billing}
        portal={portal}
        isUsageOn={featureSettings.usageBasedBillingEnabled}
      />
      <ReadOnlyCard
        title="Time zone"
        facts={[
          { label: 'Days of metrics begin in', value: billing.timeZone.replaceAll('_', ' ') },
        ]}
      />
    </>
  )
}

interface SubscriptionFactsProps extends Pick<ReadOnlySettingsProps, 'billing' | 'portal'> {
  isUsageOn: boolean
}

function SubscriptionFacts({ billing, portal, isUsageOn }: SubscriptionFactsProps) {
  return (
    <ReadOnlyCard
      title="Subscriptions"
      facts={[
        {
          label: 'Multiple subscriptions',
          value: onOff(billing.allowMultipleSubscriptions),
        },
        {
          label: 'Customers can change plans',
          value: onOff(billing.allowCustomerUpdates),
        },
        {
          label: 'Plans in the portal',
          value: portal.plans === null ? 'all public plans' : 'only listed ones',
        },
        {
          label: 'Proration',
          value: prorationLabels[billing.prorationMode].label.toLowerCase(),
        },
        {
          label: 'Customers may owe until the next invoice',
          value: formatMoney(billing.deferredChangeMax, 'USD'),
        },
        {
          label: 'Disputed payments',
          value: disputeBehaviorText(billing.disputeBehavior),
        },
        ...(isUsageOn
          ? [{ label: 'Usage reported late', value: waitText(billing.usageGraceMinutes) }]
          : []),
        { label: 'Failed payments', value: dunningText(billing.dunning) },
      ]}
    />
  )
}

const waitText = (minutes: number): string =>
  minutes === 0 ? 'billed with the next period' : `waited for ${minutes} minutes`

function Mail({ to }: { to: string }) {
  return (
    <Link href={`mailto:${to}`}>
      <EmailText>{to}</EmailText>
    </Link>
  )
}

/** URLs with other schemes are shown as text. */
function Address({ to }: { to: string }) {
  if (!/^https?:\/\//.test(to)) return <span className="break-all">{to}</span>
  return (
    <Link external href={to} className="break-all">
      {to.replace(/^https:\/\//, '')}
    </Link>
  )
}

const onOff = (isOn: boolean) => (isOn ? 'on' : 'off')
