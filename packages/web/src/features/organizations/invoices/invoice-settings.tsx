import { useSuspenseQuery } from '@tanstack/react-query'
import { countryName } from '#/entities/address/countries.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import {
  type SellerDetails,
  sellerDetailsQuery,
} from '#/entities/organization/seller-details-query.ts'
import { ReadOnlyCard } from '#/features/organizations/settings/read-only-card.tsx'
import { None } from '#/ui/none.tsx'
import { SellerCard } from './seller-card.tsx'

/** The seller details on an organization’s invoices. */
export function InvoiceSettings() {
  const { id, role } = useOrganization()
  const { data: details } = useSuspenseQuery(sellerDetailsQuery(id))
  const mayWrite = mayIn(role, 'organization', 'update')
  return (
    <div className="max-w-170">
      <p className="mb-4 text-s text-ink-2">
        Applies to new invoices. Existing invoices stay unchanged.
      </p>
      {mayWrite ? <SellerCard details={details} /> : <ReadOnlySeller details={details} />}
    </div>
  )
}

/** The same details, read-only. */
function ReadOnlySeller({ details }: { details: SellerDetails }) {
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
