import {
  discountDurations,
  discountId,
  discountTypes,
} from '@guildhall/contract/catalog/discount-shapes'
import {
  priceAmountTypes,
  priceId,
  productId,
  recurringIntervals,
} from '@guildhall/contract/catalog/prices'
import { meterId } from '@guildhall/contract/metering/shapes'
import { prorationModes } from '@guildhall/contract/organizations/billing-settings'
import { currency, instant, minorUnits } from '@guildhall/contract/primitives'
import { TaxRate, taxabilityReasons } from '@guildhall/contract/tax/shapes'
import * as z from 'zod/mini'
import type { MeteredPrice } from '../../../kernel/metered-price.ts'
import { storePrice } from '../../../kernel/stored-price.ts'
import { type JsonText, type JsonValue, jsonText } from '../../../platform/database/json.ts'
import { readPrice } from '../../../platform/database/read-price.ts'
import type { ChangeRequest } from '../rules/change.ts'
import type { PendingChange } from '../rules/facts.ts'
import { noUsage } from '../rules/prices.ts'

// JSON columns with changes that are still to come. They hold the prices and discounts that the
// decision was made with.

const storedPrice = z.codec(z.json(), z.custom<MeteredPrice>(), {
  decode: readPrice,
  encode: storePrice,
})

const priceTerms = z.object({
  productPriceId: priceId,
  kind: z.enum(priceAmountTypes),
  amount: minorUnits,
  metered: z.nullable(storedPrice),
  meterId: z.nullable(meterId),
  meterName: z.nullable(z.string()),
})

const discountTerms = z.object({
  id: discountId,
  type: z.enum(discountTypes),
  amount: z.nullable(minorUnits),
  currency: z.nullable(currency),
  basisPoints: z.nullable(z.int()),
  duration: z.enum(discountDurations),
  durationInMonths: z.nullable(z.int()),
  productIds: z.array(productId),
})

const pendingChange = z.object({
  product: z.object({ id: productId, name: z.string() }),
  interval: z.enum(recurringIntervals),
  prices: z.array(
    z.extend(priceTerms, {
      discountAmount: minorUnits,
      quantity: z.int(),
    }),
  ),
  discount: z.nullable(z.extend(discountTerms, { appliedAt: z.nullable(instant) })),
  appliesAt: instant,
})

type StoredPending = z.output<typeof pendingChange>

const json = z.json()

export const readPending = (value: unknown): PendingChange | null =>
  value === null ? null : withUsage(z.decode(pendingChange, z.parse(z.any(), value)))

/** Nothing is used yet of what is still to come. */
const withUsage = ({ prices, ...change }: StoredPending): PendingChange => ({
  ...change,
  prices: prices.map((price) => ({ ...price, usage: price.meterId === null ? null : noUsage })),
})

export const pendingJson = (pending: PendingChange | null): JsonValue =>
  pending === null ? null : z.parse(json, z.encode(pendingChange, mutable(pending)))

const mutable = ({ product, interval, prices, discount, appliesAt }: PendingChange) => ({
  product: { id: product.id, name: product.name },
  interval,
  appliesAt,
  prices: [...prices],
  discount: discount === null ? null : { ...discount, productIds: [...discount.productIds] },
})

const productChange = z.object({
  kind: z.literal('product'),
  product: z.object({
    id: productId,
    name: z.string(),
    isArchived: z.boolean(),
    interval: z.nullable(z.enum(recurringIntervals)),
    prices: z.array(z.extend(priceTerms, { currency: z.nullable(currency) })),
  }),
  mode: z.enum(prorationModes),
  deferredMax: z.exactOptional(minorUnits),
  discount: z.exactOptional(z.nullable(z.extend(discountTerms, { isRedeemable: z.boolean() }))),
})

const tax = z.object({
  amount: minorUnits,
  reason: z.enum(taxabilityReasons),
  rate: z.nullable(TaxRate),
  calculationId: z.nullable(z.string()),
})

const paidChange = z.object({
  change: z.discriminatedUnion('kind', [
    productChange,
    z.object({ kind: z.literal('trial_end'), trialEnd: z.null() }),
  ]),
  taxableAmount: minorUnits,
  tax,
})

/** A change that is being paid, with the facts of its decision and the tax on its order. */
export interface PaidChange {
  readonly change: ChangeRequest
  /** The amount that the tax was calculated for. */
  readonly taxableAmount: z.output<typeof minorUnits>
  readonly tax: z.output<typeof tax>
}

export const readPaidChange = (value: unknown): PaidChange =>
  z.decode(paidChange, z.parse(z.any(), value))

/** Fails for a change that can’t be paid first. */
export const paidChangeJson = (paid: PaidChange): JsonText =>
  jsonText(z.parse(json, z.encode(paidChange, z.parse(z.any(), paid))))
