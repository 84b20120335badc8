import type { BillingSettings } from '../../../lib/billing-settings.ts'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { prorationWords } from '../../../lib/proration-words.ts'
import type { Seller } from '../../../lib/seller-query.ts'
import { Link } from '../../../ui/link.tsx'
import { None } from '../../../ui/none.tsx'
import { dunningWords } from './dunning-form.ts'
import { ReadOnlyCard } from './read-only-card.tsx'
import { platformNames } from './social-platforms.ts'

interface ReadOnlySettingsProps {
  seller: Seller
  billing: BillingSettings
}

/** The settings as members see them. */
export function ReadOnlySettings({ seller, billing }: ReadOnlySettingsProps) {
  const { name, slug } = useOrganization()
  const { email, website, socials, featureSettings } = seller
  return (
    <>
      <ReadOnlyCard
        title="Profile"
        facts={[
          { label: 'Name', value: <span className="break-words">{name}</span> },
          { label: 'Slug', value: <span className="break-all">{slug}</span> },
          { label: 'Support e-mail', value: email ? <Mail to={email} /> : <None /> },
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
          { label: 'Issue funding', value: onOff(featureSettings.issueFundingEnabled) },
        ]}
      />
      <ReadOnlyCard
        title="Subscriptions"
        facts={[
          {
            label: 'Several subscriptions',
            value: onOff(billing.allowMultipleSubscriptions),
          },
          {
            label: 'Customers change plans',
            value: onOff(billing.allowCustomerUpdates),
          },
          {
            label: 'A change is paid',
            value: prorationWords[billing.prorationMode].label.toLowerCase(),
          },
          { label: 'Failed payments', value: dunningWords(billing.dunning) },
        ]}
      />
    </>
  )
}

function Mail({ to }: { to: string }) {
  return (
    <Link href={`mailto:${to}`} className="break-all">
      {to}
    </Link>
  )
}

/** What isn't of the web is shown, but leads nowhere. */
function Address({ to }: { to: string }) {
  if (!/^https?:\/\//.test(to)) return <span className="break-all">{to}</span>
  return (
    <Link external href={to} className="break-all">
      {to.replace(/^https:\/\//, '')}
    </Link>
  )
}

const onOff = (isOn: boolean) => (isOn ? 'on' : 'off')
