import { id } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newId } from '../../../platform/ids.ts'
import { discountRefusal, productsRefusal } from './link-offer.ts'

const productId = id('product')
const [course, club, leftover, nobodys] = ['course', 'club', 'leftover', 'nobodys'].map(() =>
  z.parse(productId, newId('product')),
)
if (course === undefined || club === undefined || leftover === undefined || nobodys === undefined) {
  throw new Error('four ids were made')
}

const found = [
  { id: course, isArchived: false, isMetered: false, isRecurring: false },
  { id: club, isArchived: false, isMetered: false, isRecurring: true },
  { id: leftover, isArchived: true, isMetered: false, isRecurring: false },
]
const loc = (index: number) => ['products', index]
const refusedAt = (refusal: ReturnType<typeof productsRefusal>) =>
  refusal && [refusal.refused, refusal.details?.['loc']]

describe('a link can offer', () => {
  it.each([
    ['active products', [club, course], [], null],
    ['no unknown product', [course, nobodys], [], ['checkout_product_unknown', 1]],
    ['no product twice', [course, club, course], [], ['checkout_product_twice', 2]],
    ['no archived product', [leftover], [], ['checkout_product_archived', 0]],
    ['an archived product that it offered before', [course, leftover], [leftover], null],
  ])('%s', (_, requested, current, expected) => {
    const at = expected && [expected[0], ['body', 'products', expected[1]]]
    expect(refusedAt(productsRefusal({ requested, found, current, loc }))).toEqual(at)
  })
})

describe('a discount', () => {
  const once = { duration: 'once', limitedTo: [] }
  const months = { duration: 'repeating', limitedTo: [] }
  const [oneTime, recurring] = found
  if (oneTime === undefined || recurring === undefined) throw new Error('both are there')

  it.each([
    ['for all products applies to any', once, [oneTime], true],
    ['for one product applies to a list with it', { ...once, limitedTo: [club] }, found, true],
    ['for one product does not apply to others', { ...once, limitedTo: [club] }, [oneTime], false],
    ['for some months applies to subscriptions', months, [oneTime, recurring], true],
    ['for some months does not apply to one-time products', months, [oneTime], false],
    [
      'needs one product that meets both conditions',
      { ...months, limitedTo: [course] },
      found,
      false,
    ],
  ])('%s', (_, discount, products, fits) => {
    const refusal = discountRefusal(discount, products, 'discount_id')
    expect(refusal?.details?.['loc'] ?? null).toEqual(fits ? null : ['body', 'discount_id'])
  })
})
