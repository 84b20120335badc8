import { countryName } from '../../../lib/countries.ts'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { None } from '../../../ui/none.tsx'
import { ReadOnlyCard } from '../settings/read-only-card.tsx'
import type { SellerDetails } from './seller-details-query.ts'

/** The same for somebody whose role doesn't change it. */
export function ReadOnlySeller({ details }: { details: SellerDetails }) {
  const { name } = useOrganization()
  return (
    <ReadOnlyCard
      title="Seller"
      facts={[
        { label: 'Name', value: <Said lines={[details.name ?? name]} /> },
        { label: 'Address', value: <Said lines={linesOf(details.address)} /> },
        { label: 'Tax number', value: <Said lines={[details.taxNumber]} /> },
        { label: 'Footer', value: <Said lines={[details.footer]} /> },
      ]}
    />
  )
}

function Said({ lines }: { lines: readonly (string | null)[] }) {
  const said = lines.filter((line) => line !== null && line !== '')
  if (said.length === 0) return <None />
  return <span className="whitespace-pre-line wrap-anywhere">{said.join('\n')}</span>
}

function linesOf(address: SellerDetails['address']): readonly (string | null)[] {
  if (address === null) return []
  const { line1, line2, postalCode, city, state, country } = address
  const place = [postalCode, city].filter(Boolean).join(' ')
  return [line1, line2, place, state, countryName(country)]
}
