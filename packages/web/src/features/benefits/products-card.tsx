import { useQuery } from '@tanstack/react-query'
import Package from 'lucide-react/icons/package'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ObjectLink } from '#/entities/organization/object-link.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatCount } from '#/lib/format.ts'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Status } from '#/ui/status.tsx'
import { type Benefit, productsWithQuery } from './benefit-queries.ts'

/** The products that include the benefit. */
export function ProductsCard({ benefit }: { benefit: Benefit }) {
  const { id } = useOrganization()
  const { data, error } = useQuery(productsWithQuery(id, benefit.id))
  const products = data?.items
  const unlisted = (data?.pagination.totalCount ?? 0) - (products?.length ?? 0)
  return (
    <Card flush title="Products">
      <Entries
        count={products?.length ?? null}
        failure={error && failureMessage(error)}
        empty="Not attached to any product. Add it in the product editor."
      >
        {products?.map((product) => (
          <Entry
            key={product.id}
            icon={<Package />}
            title={
              <ObjectLink type="product" id={product.id} quiet>
                {product.name}
              </ObjectLink>
            }
            badge={product.isArchived && <Status state="archived" />}
          />
        ))}
      </Entries>
      {unlisted > 0 && (
        <p className="border-t px-4 py-2.5 text-s text-ink-3">and {formatCount(unlisted)} more</p>
      )}
    </Card>
  )
}
