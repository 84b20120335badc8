import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../lib/current-organization.tsx'

interface ObjectLinkProps {
  objectType: string
  objectId: string
}

/** Leads to what an event is about, where that has a page. */
export function ObjectLink({ objectType, objectId }: ObjectLinkProps) {
  const { slug } = useOrganization()
  switch (objectType) {
    case 'order':
      return (
        <Link
          to="/dashboard/$slug/orders/$orderId"
          params={{ slug, orderId: objectId }}
          className={look}
        >
          Show the order
        </Link>
      )
    case 'subscription':
      return (
        <Link
          to="/dashboard/$slug/subscriptions/$subscriptionId"
          params={{ slug, subscriptionId: objectId }}
          className={look}
        >
          Show the subscription
        </Link>
      )
    case 'customer':
      return (
        <Link
          to="/dashboard/$slug/customers/$customerId"
          params={{ slug, customerId: objectId }}
          className={look}
        >
          Show the customer
        </Link>
      )
    case 'checkout':
      return (
        <Link
          to="/dashboard/$slug/checkouts/$checkoutId"
          params={{ slug, checkoutId: objectId }}
          className={look}
        >
          Show the checkout
        </Link>
      )
    case 'product':
      return (
        <Link
          to="/dashboard/$slug/products/$productId"
          params={{ slug, productId: objectId }}
          className={look}
        >
          Show the product
        </Link>
      )
    case 'benefit':
      return (
        <Link
          to="/dashboard/$slug/benefits/$benefitId"
          params={{ slug, benefitId: objectId }}
          className={look}
        >
          Show the benefit
        </Link>
      )
    default:
      return null
  }
}

const look = 'rounded-xs text-accent underline-offset-3 hover:underline'
