import { expect, test } from 'vitest'
import { linkToShare } from './link-to-share.ts'

const link = (name: string, products: number, hasDiscount = false) => ({
  name,
  products: { length: products },
  discountId: hasDiscount ? 'd' : null,
})

test.each([
  ['none', [], undefined],
  ['several products', [link('bundle', 2)], undefined],
  ['a discount', [link('spring', 1, true)], undefined],
  ['the newest that fits', [link('bundle', 2), link('new', 1), link('old', 1)], 'new'],
])('of %s', (_, links, shared) => {
  expect(linkToShare(links)?.name).toBe(shared)
})
