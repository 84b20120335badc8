import {
  createProduct,
  updateProduct,
  updateProductBenefits,
} from '@guildhall/contract/catalog/products'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useOrganization } from '../../../lib/current-organization.tsx'
import type { OrganizationId } from '../../../lib/own-organizations.ts'
import { useChange } from '../../../lib/use-change.ts'
import type { Product } from '../product-queries.ts'
import { isSame, newProduct, productChanges } from './product-changes.ts'
import { formOf, type ProductForm } from './product-form.ts'

/**
 * A product is saved in two calls: what it is, and what buyers get. Where only the first came
 * through the product is there, and saving again goes on from it.
 */
export function useSavingProduct(product: Product | null) {
  const { id: organizationId } = useOrganization()
  const [kept, setKept] = useState(product)
  const change = useChange()
  const save = (typed: ProductForm): Promise<Product> =>
    change(async () => {
      const saved = await saveDetails(organizationId, kept, typed)
      setKept(saved)
      const { benefits } = typed
      if (isSame(benefits, formOf(saved).benefits)) return saved
      const params = { id: saved.id }
      const whole = await api.call(updateProductBenefits, { params, body: { benefits } })
      setKept(whole)
      return whole
    })
  return { kept, save }
}

async function saveDetails(
  organizationId: OrganizationId,
  kept: Product | null,
  typed: ProductForm,
): Promise<Product> {
  if (kept === null) {
    return api.call(createProduct, { body: { organizationId, ...newProduct(typed) } })
  }
  const body = productChanges(kept, typed)
  if (Object.keys(body).length === 0) return kept
  return api.call(updateProduct, { params: { id: kept.id }, body })
}
