import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ChartColumn from 'lucide-react/icons/chart-column'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { productsToFilter } from '#/entities/product/products-to-choose.ts'
import { buttonClasses } from '#/ui/button-classes.ts'
import { Card } from '#/ui/card.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'

/** Before the first checkout: what leads to one. */
export function NoFigures() {
  const { id, slug, role } = useOrganization()
  const { data: products } = useQuery(productsToFilter(id))
  const mayWrite = mayIn(role, 'catalog', 'write')
  const hasProducts = products === undefined || products.length > 0
  const params = { slug }
  const look = buttonClasses({ variant: 'primary' })
  const createProduct = (
    <Link to="/dashboard/$slug/products/new" params={params} className={look}>
      Create product
    </Link>
  )
  const shareLink = (
    <Link to="/dashboard/$slug/checkout-links" params={params} className={look}>
      Checkout links
    </Link>
  )
  return (
    <Card flush>
      <EmptyState
        icon={<ChartColumn />}
        title="No figures yet"
        action={mayWrite && (hasProducts ? shareLink : createProduct)}
      >
        {hasProducts
          ? 'They begin with the first checkout. Share a checkout link with your customers.'
          : 'They begin with the first checkout, and that with a product to sell.'}
      </EmptyState>
    </Card>
  )
}
