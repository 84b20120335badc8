import { CheckoutLink, linkChanges } from '@guildhall/contract/checkout/link-shapes'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newId } from '../../../platform/ids.ts'
import { changeOfLink } from './link-change.ts'

const [course, club] = [newId('product'), newId('product')]
const discountId = newId('discount')

const product = (id: string) => ({
  id,
  createdAt: '2030-01-01T00:00:00Z',
  modifiedAt: null,
  name: 'Course',
  description: null,
  recurringInterval: null,
  isRecurring: false,
  isArchived: false,
  organizationId: newId('organization'),
  metadata: {},
  prices: [],
  benefits: [],
  medias: [],
})

const link = z.parse(CheckoutLink, {
  id: newId('checkoutLink'),
  createdAt: '2030-01-01T00:00:00Z',
  modifiedAt: null,
  paymentProcessor: 'stripe',
  label: 'Poster',
  organizationId: newId('organization'),
  products: [product(course), product(club)],
  discountId,
  discount: null,
  allowDiscountCodes: true,
  requireBillingAddress: false,
  successUrl: 'https://acme.example/thanks',
  metadata: { campaign: 'spring' },
  clientSecret: 'guildhall_cl_secret',
  url: 'https://guild.example',
})

describe('a wish changes', () => {
  it.each<[string, object, object]>([
    ['nothing, where it is empty', {}, {}],
    [
      'nothing, where it says what is',
      {
        label: ' Poster ',
        products: [course, club],
        discountId,
        allowDiscountCodes: true,
        requireBillingAddress: false,
        successUrl: 'https://acme.example/thanks',
        metadata: { campaign: 'spring' },
      },
      {},
    ],
    [
      'nothing, where null is said of what can’t be empty',
      { products: null, allowDiscountCodes: null, requireBillingAddress: null },
      {},
    ],
    [
      'what null clears',
      { label: null, discountId: null, successUrl: null, metadata: null },
      { label: null, discountId: null, successUrl: null, metadata: {} },
    ],
    ['the order of the products', { products: [club, course] }, { productIds: [club, course] }],
    ['the products', { products: [club] }, { productIds: [club] }],
    [
      'the rest',
      { label: 'Flyer', allowDiscountCodes: false, requireBillingAddress: true },
      { label: 'Flyer', allowDiscountCodes: false, requireBillingAddress: true },
    ],
  ])('%s', (_, wish, change) => {
    expect(changeOfLink(link, z.parse(linkChanges, wish))).toEqual(change)
  })
})
