import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../lib/current-organization.tsx'
import type { Product } from './product-queries.ts'

interface ProductsTrailProps {
  /** Whose page this one belongs to. */
  product?: Product
}

/** Where a page about a product hangs. */
export function ProductsTrail({ product }: ProductsTrailProps) {
  const { slug } = useOrganization()
  return (
    <>
      <Link to="/dashboard/$slug/products" params={{ slug }} className={linkLook}>
        Products
      </Link>
      {product && (
        <>
          <span aria-hidden="true"> / </span>
          <Link
            to="/dashboard/$slug/products/$productId"
            params={{ slug, productId: product.id }}
            className={`${linkLook} wrap-anywhere`}
          >
            {product.name}
          </Link>
        </>
      )}
    </>
  )
}

const linkLook = 'rounded-xs underline-offset-3 hover:underline'
