import type { Domain } from '../../platform/domain.ts'
import type { CustomFieldDeps } from './actions/deps.ts'
import { detachFromProducts } from './actions/detach-from-products.ts'
import { customFieldRoutes } from './routes/custom-fields.ts'
import { discountRoutes } from './routes/discounts.ts'
import { pricePreviewRoutes } from './routes/price-previews.ts'
import { productRoutes } from './routes/products.ts'

export const catalogDomain: Domain<CustomFieldDeps> = {
  name: 'catalog',
  operations: (deps) => [
    ...customFieldRoutes(deps),
    ...discountRoutes(deps),
    ...productRoutes(deps),
    ...pricePreviewRoutes(deps),
  ],
  hooks: (deps) => ({
    onFileDeleted: [
      (uow, { organizationId, id: fileId }) =>
        detachFromProducts(uow, deps, { organizationId, fileId }),
    ],
    onBenefitDeleted: [
      (uow, { organizationId, id: benefitId }) =>
        detachFromProducts(uow, deps, { organizationId, benefitId }),
    ],
  }),
}
