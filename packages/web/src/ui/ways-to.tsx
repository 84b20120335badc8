import type { productId } from '@guildhall/contract/catalog/prices'
import type { checkoutId } from '@guildhall/contract/checkout/checkout-shapes'
import { Link } from '@tanstack/react-router'
import type * as z from 'zod/mini'
import { useOrganization } from '../lib/current-organization.tsx'
import { linkLook } from './link-look.ts'

interface ToProductProps {
  product: { readonly id: z.output<typeof productId>; readonly name: string }
}

export function ToProduct({ product: { id: productId, name } }: ToProductProps) {
  const { slug } = useOrganization()
  return (
    <Link
      to="/dashboard/$slug/products/$productId"
      params={{ slug, productId }}
      className={linkLook}
    >
      {name}
    </Link>
  )
}

export function ToCheckout({ id }: { id: z.output<typeof checkoutId> }) {
  const { slug } = useOrganization()
  return (
    <Link
      to="/dashboard/$slug/checkouts/$checkoutId"
      params={{ slug, checkoutId: id }}
      className={linkLook}
    >
      Show the checkout
    </Link>
  )
}
