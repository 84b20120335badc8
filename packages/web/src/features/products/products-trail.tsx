import { Link } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import type { Product } from './product-queries.ts'

interface ProductsTrailProps {
  /** The product that the page belongs to. */
  product?: Product
}

/** The breadcrumbs of the pages of a product. */
export function ProductsTrail({ product }: ProductsTrailProps) {
  const { slug } = useOrganization()
  return (
    <>
      <Link to="/dashboard/$slug/products" params={{ slug }} className={linkClasses}>
        Products
      </Link>
      {product && (
        <>
          <span aria-hidden="true"> / </span>
          <Link
            to="/dashboard/$slug/products/$productId"
            params={{ slug, productId: product.id }}
            className={`${linkClasses} wrap-anywhere`}
          >
            {product.name}
          </Link>
        </>
      )}
    </>
  )
}

const linkClasses = 'rounded-xs underline-offset-3 hover:underline'
