import type { createCheckoutLink as contract } from '@guildhall/contract/checkout/links'
import type { BodyOf } from '@guildhall/contract/endpoint'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import { fileSecret } from '../../organizations/index.ts'
import { productOfPrice } from '../store/link-wishes.ts'
import { insertLink, setLinkProducts } from '../store/links.ts'
import { checkOffer } from './link-offer.ts'
import type { CheckoutParts } from './parts.ts'
import { linkEvent, type ShownLink, showLink } from './present-link.ts'

type LinkToBe = BodyOf<typeof contract> & { readonly organizationId: Id<'organization'> }

export async function createLink(
  work: Work,
  parts: CheckoutParts,
  wish: LinkToBe,
): Promise<ShownLink> {
  const { tx } = work
  const { organizationId, discountId = null } = wish
  const { productIds, place } = await productsOf(work, wish)
  const offer = { organizationId, productIds, discountId }
  await checkOffer(work, offer, { kept: [], place, discountField: 'discount_id' })
  const { secret: clientSecret, hash: secretHash } = makeSecret(secretPrefixes.checkoutLink)
  await fileSecret(tx, { hash: secretHash, organizationId })
  const link = await insertLink(tx, {
    organizationId,
    id: work.newId('checkoutLink'),
    clientSecret,
    secretHash,
    label: wish.label ?? null,
    discountId,
    allowDiscountCodes: wish.allowDiscountCodes ?? true,
    requireBillingAddress: wish.requireBillingAddress ?? false,
    successUrl: wish.successUrl ?? null,
    metadata: jsonText(wish.metadata ?? {}),
    createdAt: work.now,
  })
  await setLinkProducts(tx, link, productIds)
  const shown = await showLink(tx, parts, link)
  work.record(linkEvent('created', link, shown))
  return shown
}

interface Named {
  readonly productIds: readonly Id<'product'>[]
  readonly place: (index: number) => readonly (string | number)[]
}

/** What a link is to offer, in whichever way that was said. */
async function productsOf({ tx }: Work, wish: LinkToBe): Promise<Named> {
  const { organizationId, products, productId, productPriceId } = wish
  if (products != null) return { productIds: products, place: (index) => ['products', index] }
  if (productId != null) return { productIds: [productId], place: () => ['product_id'] }
  assert(productPriceId != null, 'the contract has one of them')
  const place = () => ['product_price_id']
  const ofPrice = await productOfPrice(tx, organizationId, productPriceId)
  if (ofPrice === undefined) {
    throw new Problem('checkout_price_unknown', { loc: ['body', ...place()] })
  }
  return { productIds: [ofPrice], place }
}
