import { useSuspenseQuery } from '@tanstack/react-query'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { ReadOnlySeller } from './read-only-seller.tsx'
import { SellerCard } from './seller-card.tsx'
import { sellerDetailsQuery } from './seller-details-query.ts'

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
