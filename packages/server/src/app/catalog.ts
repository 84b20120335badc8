import type { CatalogParts } from '../domains/catalog/index.ts'
import { customFieldRoutes } from '../domains/catalog/routes/custom-fields.ts'
import { discountRoutes } from '../domains/catalog/routes/discounts.ts'
import { productRoutes } from '../domains/catalog/routes/products.ts'
import type { EndpointRoute } from '../platform/http/serve.ts'

export const catalogEndpoints = (parts: CatalogParts): readonly EndpointRoute[] => [
  ...customFieldRoutes(parts),
  ...discountRoutes(parts),
  ...productRoutes(parts),
]
