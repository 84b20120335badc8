import type { Id } from '@guildhall/contract/primitives'
import { listActivePrices } from '../src/domains/catalog/store/product-prices.ts'
import { lockCustomer } from '../src/domains/customers/store/customers.ts'
import { createSetUp } from '../src/domains/payments/actions/create-set-up.ts'
import { submitSetUp } from '../src/domains/payments/actions/submit-set-up.ts'
import {
  acceptSubscription,
  chargeAccepted,
} from '../src/domains/subscriptions/actions/accept-subscription.ts'
import { assert } from '../src/kernel/assert.ts'
import { minorUnits } from '../src/kernel/money.ts'
import { Problem } from '../src/kernel/refusal.ts'
import { newId } from '../src/platform/ids.ts'
import { runUnitOfWork } from '../src/platform/unit-of-work.ts'
import type { Chance } from './chance.ts'
import { type Buyer, dollars, type Offer, type Shop } from './shop.ts'

export interface TypedPurchase {
  readonly checkoutId: Id<'checkout'>
  /** Serves this purchase alone. */
  readonly paymentMethodId: Id<'paymentMethod'>
}

/** A checkout that somebody fills in with the address of a customer, and their own card. */
export async function enterStrangersCard(
  shop: Shop,
  { customerId }: Buyer,
  { offer, token }: { readonly offer: Offer; readonly token: string },
): Promise<TypedPurchase> {
  const { deps, organizationId } = shop
  const checkoutId = await newCheckout(shop, offer)
  const { id } = await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    createSetUp(uow, deps, {
      organizationId,
      customerId,
      checkoutId,
      confirmationToken: token,
      forPurchaseOnly: true,
      becomesDefault: false,
      returnUrl: null,
    }),
  )
  const outcome = await submitSetUp(deps, { organizationId, id })
  assert(outcome.status === 'succeeded', 'both cards can be stored')
  return { checkoutId, paymentMethodId: outcome.paymentMethodId }
}

async function newCheckout(
  { environment, organizationId }: Shop,
  { productId }: Offer,
): Promise<Id<'checkout'>> {
  const { kysely } = environment.database
  const [price] = await listActivePrices(kysely, organizationId, [productId])
  assert(price !== undefined, 'every offer has a price')
  const id = newId('checkout')
  const createdAt = environment.clock.now()
  const hash = Buffer.from(id.replaceAll('-', '').repeat(2), 'hex')
  await kysely.insertInto('secretDirectory').values({ hash, organizationId }).execute()
  await kysely
    .insertInto('checkout')
    .values({
      organizationId,
      id,
      secretHash: hash,
      secretKeyId: '00000000',
      productId,
      productPriceId: price.id,
      currency: dollars,
      amount: minorUnits(0),
      discountAmount: minorUnits(0),
      allowDiscountCodes: false,
      requireBillingAddress: false,
      isBusinessCustomer: false,
      createdAt,
      expiresAt: createdAt,
    })
    .execute()
  return id
}

/** The customer takes a subscription over that may have been bought by somebody else. */
export async function acceptSomething(shop: Shop, chance: Chance): Promise<string> {
  const { deps, organizationId } = shop
  const buyer = chance.pick(shop.buyers)
  if (buyer.subscriptions.length === 0) return `${buyer.name} has nothing to accept`
  const id = chance.pick(buyer.subscriptions)
  try {
    const payments = await runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
      const customer = await lockCustomer(uow.tx, { organizationId, id: buyer.customerId })
      assert(customer !== undefined, 'buyers are not deleted')
      return acceptSubscription(uow, deps, { key: { organizationId, id }, customer })
    })
    await chargeAccepted(deps, payments)
  } catch (error) {
    // Refused without a card, and after the end.
    if (!(error instanceof Problem)) throw error
  }
  return `${buyer.name} accepts (${buyer.subscriptions.indexOf(id) + 1})`
}
