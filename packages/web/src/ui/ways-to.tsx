import type { productId } from '@guildhall/contract/catalog/prices'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { useOrganization } from '../lib/current-organization.tsx'
import { linkLook } from './link-look.ts'

/** By the type of an object; each page names its parameter after it. */
const pages = new Map<string, LinkProps['to']>([
  ['order', '/dashboard/$slug/orders/$orderId'],
  ['subscription', '/dashboard/$slug/subscriptions/$subscriptionId'],
  ['customer', '/dashboard/$slug/customers/$customerId'],
  ['checkout', '/dashboard/$slug/checkouts/$checkoutId'],
  ['product', '/dashboard/$slug/products/$productId'],
  ['benefit', '/dashboard/$slug/benefits/$benefitId'],
])

interface ToObjectProps {
  type: string
  id: string
  children?: ReactNode
}

/** Leads to an object, where those of its type have pages. */
export function ToObject({ type, id, children = `Show the ${type}` }: ToObjectProps) {
  const { slug } = useOrganization()
  const to = pages.get(type)
  if (to === undefined) return null
  return (
    <Link to={to} params={{ slug, [`${type}Id`]: id }} className={linkLook}>
      {children}
    </Link>
  )
}

interface ToProductProps {
  product: { readonly id: z.output<typeof productId>; readonly name: string }
}

export const ToProduct = ({ product: { id, name } }: ToProductProps) => (
  <ToObject type="product" id={id}>
    {name}
  </ToObject>
)
