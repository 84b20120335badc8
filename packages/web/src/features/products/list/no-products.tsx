import Package from 'lucide-react/icons/package'
import SearchX from 'lucide-react/icons/search-x'
import { callCode } from '../../../lib/call-code.ts'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { mayIn } from '../../../lib/roles.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { type ProductsView, standingOf, withStanding } from '../products-view.ts'

interface NoProductsProps {
  view: ProductsView
  onViewChange: (view: ProductsView, how: { replace: boolean }) => void
}

export function NoProducts({ view, onViewChange }: NoProductsProps) {
  const { role } = useOrganization()
  const show = (next: ProductsView) => () => onViewChange(next, { replace: false })
  if (view.q) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="No product matches"
        action={<Button onClick={show(withStanding({}, 'all'))}>Show all products</Button>}
      >
        {standingOf(view) === 'all'
          ? 'No product has these words in its name.'
          : `No ${standingOf(view)} product has these words in its name.`}
      </EmptyState>
    )
  }
  if (standingOf(view) === 'archived') {
    return (
      <EmptyState icon={<Package />} title="Nothing is archived">
        Products that you no longer sell stand here, with everything that was sold of them.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Package />}
      title="Nothing is for sale yet"
      calls={callCode(window.location.origin, firstCall)}
    >
      A product is what people buy, once or as a subscription, with what they get for it.
      {mayIn(role, 'catalog', 'write') && ' Press “New product” for the first.'}
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
