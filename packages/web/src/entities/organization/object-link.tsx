import type { productId } from '@guildhall/contract/catalog/prices'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { linkClasses, quietLinkClasses } from '#/ui/link-classes.ts'
import { useOrganization } from './current-organization.tsx'

/** Pages by object type. */
const pages = new Map<string, LinkProps['to']>([
  ['order', '/dashboard/$slug/orders/$orderId'],
  ['subscription', '/dashboard/$slug/subscriptions/$subscriptionId'],
  ['customer', '/dashboard/$slug/customers/$customerId'],
  ['dispute', '/dashboard/$slug/disputes/$disputeId'],
  ['checkout', '/dashboard/$slug/checkouts/$checkoutId'],
  ['product', '/dashboard/$slug/products/$productId'],
  ['benefit', '/dashboard/$slug/benefits/$benefitId'],
  ['meter', '/dashboard/$slug/meters/$meterId'],
  ['webhook_endpoint', '/dashboard/$slug/settings/webhooks/$endpointId'],
])

/** The parameter of a route, named after the type or its last word. */
const parameterOf = (type: string) => `${type.slice(type.indexOf('_') + 1)}Id`

export const hasPage = (type: string): boolean => pages.has(type)

interface ObjectLinkProps {
  type: string
  id: string
  /** In the color of the surrounding text, for lists that consist of links. */
  quiet?: boolean
  children?: ReactNode
}

/** Links to the page of an object, if its type has one. */
export function ObjectLink({
  type,
  id,
  quiet = false,
  children = `View ${type.replaceAll('_', ' ')}`,
}: ObjectLinkProps) {
  const { slug } = useOrganization()
  const to = pages.get(type)
  if (to === undefined) return null
  return (
    <Link
      to={to}
      params={{ slug, [parameterOf(type)]: id }}
      className={quiet ? quietLinkClasses : linkClasses}
    >
      {children}
    </Link>
  )
}

interface ProductLinkProps {
  product: { readonly id: z.output<typeof productId>; readonly name: string }
}

export const ProductLink = ({ product: { id, name } }: ProductLinkProps) => (
  <ObjectLink type="product" id={id}>
    {name}
  </ObjectLink>
)
