import { CheckoutLink, linkChanges } from '@guildhall/contract/checkout/link-shapes'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newId } from '../../../platform/ids.ts'
import { changedLink } from './link-change.ts'

const [course, club] = [newId('product'), newId('product')]
const discountId = newId('discount')

const product = (id: string) => ({
  id,
  createdAt: '2030-01-01T00:00:00Z',
  modifiedAt: null,
  name: 'Course',
  description: null,
  recurringInterval: null,
  recurringIntervalCount: null,
  isRecurring: false,
  visibility: 'public',
  isArchived: false,
  billingThresholdAmount: null,
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

describe('an update of a link changes', () => {
  it.each<[string, object, object]>([
    ['nothing for an empty input', {}, {}],
    [
      'nothing for equal values',
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
      'nothing for null in required fields',
      { products: null, allowDiscountCodes: null, requireBillingAddress: null },
      {},
    ],
    [
      'optional fields to null',
      { label: null, discountId: null, successUrl: null, metadata: null },
      { label: null, discountId: null, successUrl: null, metadata: {} },
    ],
    ['the order of the products', { products: [club, course] }, { productIds: [club, course] }],
    ['the products', { products: [club] }, { productIds: [club] }],
    [
      'other fields',
      { label: 'Flyer', allowDiscountCodes: false, requireBillingAddress: true },
      { label: 'Flyer', allowDiscountCodes: false, requireBillingAddress: true },
    ],
  ])('%s', (_, input, change) => {
    expect(changedLink(link, z.parse(linkChanges, input))).toEqual(change)
  })
})
