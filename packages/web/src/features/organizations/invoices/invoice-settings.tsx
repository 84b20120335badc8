import { useSuspenseQuery } from '@tanstack/react-query'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { mayIn } from '../../../lib/roles.ts'
import { ReadOnlySeller } from './read-only-seller.tsx'
import { SellerCard } from './seller-card.tsx'
import { sellerDetailsQuery } from './seller-details-query.ts'

/** What an organization has printed on its invoices. */
export function InvoiceSettings() {
  const { id, role } = useOrganization()
  const { data: details } = useSuspenseQuery(sellerDetailsQuery(id))
  const mayWrite = mayIn(role, 'organization', 'update')
  return (
    <div className="max-w-170">
      <p className="mb-4 text-s text-ink-2">
        This stands on invoices that are made from now on. What was printed before stays as it is.
      </p>
      {mayWrite ? <SellerCard details={details} /> : <ReadOnlySeller details={details} />}
    </div>
  )
}
