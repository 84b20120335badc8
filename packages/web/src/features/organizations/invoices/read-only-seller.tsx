import { countryName } from '#/entities/address/countries.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ReadOnlyCard } from '#/features/organizations/settings/read-only-card.tsx'
import { None } from '#/ui/none.tsx'
import type { SellerDetails } from './seller-details-query.ts'

/** The same details, read-only. */
export function ReadOnlySeller({ details }: { details: SellerDetails }) {
  const { name } = useOrganization()
  return (
    <ReadOnlyCard
      title="Seller"
      facts={[
        { label: 'Name', value: <TextLines lines={[details.name ?? name]} /> },
        { label: 'Address', value: <TextLines lines={linesOf(details.address)} /> },
        { label: 'Tax number', value: <TextLines lines={[details.taxNumber]} /> },
        { label: 'Footer', value: <TextLines lines={[details.footer]} /> },
      ]}
    />
  )
}

function TextLines({ lines }: { lines: readonly (string | null)[] }) {
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
