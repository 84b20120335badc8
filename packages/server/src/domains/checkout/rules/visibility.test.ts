import { productVisibilities } from '@guildhall/contract/catalog/product-shapes'
import { expect, it } from 'vitest'
import { type Offerer, visibilityRefusal } from './visibility.ts'

const loc = ['body', 'product_id']

it.each<[Offerer, readonly (string | null)[]]>([
  ['seller', [null, null, null]],
  ['link', [null, null, 'checkout_product_private']],
  ['buyer', [null, 'checkout_product_not_public', 'checkout_product_not_public']],
])('a %s offers what the visibility of the product allows', (offerer, expected) => {
  const refused = productVisibilities.map(
    (visibility) => visibilityRefusal({ visibility }, offerer, loc)?.refused ?? null,
  )
  expect(refused).toEqual(expected)
})
