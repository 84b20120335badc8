import { id } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newId } from '../../../platform/ids.ts'
import { discountRefusal, productsRefusal } from './link-offer.ts'

const productId = id('product')
const aProductId = () => z.parse(productId, newId('product'))
const course = aProductId()
const club = aProductId()
const leftover = aProductId()
const staff = aProductId()
const nobodys = aProductId()

const found = [
  { id: course, isArchived: false, isPrivate: false, isRecurring: false },
  { id: club, isArchived: false, isPrivate: false, isRecurring: true },
  { id: leftover, isArchived: true, isPrivate: false, isRecurring: false },
  { id: staff, isArchived: false, isPrivate: true, isRecurring: true },
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
    ['no private product', [club, staff], [], ['checkout_product_private', 1]],
    ['a private product that it offered before', [staff], [staff], null],
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
