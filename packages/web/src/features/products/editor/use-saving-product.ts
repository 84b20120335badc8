import {
  createProduct,
  updateProduct,
  updateProductBenefits,
} from '@guildhall/contract/catalog/products'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import type { OrganizationId } from '#/entities/organization/own-organizations.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import type { Product } from '#/features/products/product-queries.ts'
import { api } from '#/lib/api.ts'
import { isSame, newProduct, productChanges } from './product-changes.ts'
import { formOf, type ProductForm } from './product-form.ts'

/**
 * Saves a product in two calls: its details, then its benefits. If only the first succeeds, saving
 * again continues from there.
 */
export function useSavingProduct(product: Product | null) {
  const { id: organizationId } = useOrganization()
  const [existing, setExisting] = useState(product)
  const change = useChange()
  const save = (typed: ProductForm): Promise<Product> =>
    change(async () => {
      const saved = await saveDetails(organizationId, existing, typed)
      setExisting(saved)
      const { benefits } = typed
      if (isSame(benefits, formOf(saved).benefits)) return saved
      const params = { id: saved.id }
      const whole = await api.call(updateProductBenefits, { params, body: { benefits } })
      setExisting(whole)
      return whole
    })
  return { existing, save }
}

async function saveDetails(
  organizationId: OrganizationId,
  existing: Product | null,
  typed: ProductForm,
): Promise<Product> {
  if (existing === null) {
    return api.call(createProduct, { body: { organizationId, ...newProduct(typed) } })
  }
  const body = productChanges(existing, typed)
  if (Object.keys(body).length === 0) return existing
  return api.call(updateProduct, { params: { id: existing.id }, body })
}
