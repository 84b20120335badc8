import { id } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newId } from '../../../platform/ids.ts'
import { discountRefusal, productsRefusal } from './link-offer.ts'

const productId = id('product')
const [course, club, relic, nobodys] = ['course', 'club', 'relic', 'nobodys'].map(() =>
  z.parse(productId, newId('product')),
)
if (course === undefined || club === undefined || relic === undefined || nobodys === undefined) {
  throw new Error('four ids were made')
}

const found = [
  { id: course, isArchived: false, isRecurring: false },
  { id: club, isArchived: false, isRecurring: true },
  { id: relic, isArchived: true, isRecurring: false },
]
const place = (index: number) => ['products', index]
const refusedAt = (refusal: ReturnType<typeof productsRefusal>) =>
  refusal && [refusal.refused, refusal.details?.['loc']]

describe('a link can offer', () => {
  it.each([
    ['what is for sale', [club, course], [], null],
    ['nothing unknown', [course, nobodys], [], ['checkout_product_unknown', 1]],
    ['nothing twice', [course, club, course], [], ['checkout_product_twice', 2]],
    ['nothing archived', [relic], [], ['checkout_product_archived', 0]],
    ['what it offered before, though it is archived', [course, relic], [relic], null],
  ])('%s', (_, wanted, kept, expected) => {
    const told = expected && [expected[0], ['body', 'products', expected[1]]]
    expect(refusedAt(productsRefusal({ wanted, found, kept, place }))).toEqual(told)
  })
})

describe('a discount', () => {
  const once = { duration: 'once', productIds: [] }
  const months = { duration: 'repeating', productIds: [] }
  const [oneTime, recurring] = found
  if (oneTime === undefined || recurring === undefined) throw new Error('both are there')

  it.each([
    ['of all products is for any', once, [oneTime], true],
    ['of one product is for a list with it', { ...once, productIds: [club] }, found, true],
    ['of one product isn’t for others', { ...once, productIds: [club] }, [oneTime], false],
    ['of some months is for a subscription', months, [oneTime, recurring], true],
    ['of some months isn’t for what is paid once', months, [oneTime], false],
    ['needs one product that both hold for', { ...months, productIds: [course] }, found, false],
  ])('%s', (_, discount, products, fits) => {
    const refusal = discountRefusal(discount, products, 'discount_id')
    expect(refusal?.details?.['loc'] ?? null).toEqual(fits ? null : ['body', 'discount_id'])
  })
})
