import Package from 'lucide-react/icons/package'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import {
  type ProductsView,
  statusFilterOf,
  withStatusFilter,
} from '#/features/products/products-view.ts'
import { callCode } from '#/lib/call-code.ts'
import { EmptyState } from '#/ui/empty-state.tsx'
import { NoMatch } from '#/ui/no-match.tsx'

interface NoProductsProps {
  view: ProductsView
  onViewChange: (view: ProductsView, how: { replace: boolean }) => void
}

export function NoProducts({ view, onViewChange }: NoProductsProps) {
  const { role } = useOrganization()
  const show = (next: ProductsView) => () => onViewChange(next, { replace: false })
  if (view.q) {
    return (
      <NoMatch noun="products" onClear={show(withStatusFilter({}, 'all'))}>
        {statusFilterOf(view) === 'all'
          ? 'No product has a name like this.'
          : `No ${statusFilterOf(view)} product has a name like this.`}
      </NoMatch>
    )
  }
  if (statusFilterOf(view) === 'archived') {
    return (
      <EmptyState icon={<Package />} title="No archived products">
        Products you no longer sell appear here with their sales history.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Package />}
      title="No products yet"
      calls={callCode(window.location.origin, firstCall)}
    >
      Products are sold once or as a subscription, with the benefits customers get.
      {mayIn(role, 'catalog', 'write') && ' Select “Create product” to create one.'}
    </EmptyState>
  )
}

const firstCall = {
  method: 'POST',
  path: '/v1/products/',
  sdk: 'products.create',
  argument: {
    name: 'Team plan',
    recurringInterval: 'month',
    prices: [{ amountType: 'fixed', priceAmount: 2900 }],
  },
} as const
