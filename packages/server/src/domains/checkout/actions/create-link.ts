import type { createCheckoutLink as contract } from '@guildhall/contract/checkout/links'
import type { BodyOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { indexSecret } from '../../organizations/store/secret-directory.ts'
import type { PresentedLink } from '../present/link.ts'
import { insertLink, setLinkProducts } from '../store/links.ts'
import type { CheckoutDeps } from './deps.ts'
import { checkOffer } from './link-offer.ts'
import { productOfPrice } from './product-of-price.ts'
import { recordLink } from './show-links.ts'

type NewLinkInput = BodyOf<typeof contract> & { readonly organizationId: Id<'organization'> }

export async function createLink(
  uow: UnitOfWork,
  deps: CheckoutDeps,
  input: NewLinkInput,
): Promise<PresentedLink> {
  const { tx } = uow
  const { organizationId, discountId = null } = input
  const { productIds, loc } = await namedProducts(uow, input)
  const offer = { organizationId, productIds, discountId }
  await checkOffer(uow, offer, { current: [], loc, discountField: 'discount_id' })
  const { secret: clientSecret, hash: secretHash } = makeSecret(secretPrefixes.checkoutLink)
  await indexSecret(tx, { hash: secretHash, organizationId })
  const link = await insertLink(tx, {
    organizationId,
    id: uow.newId('checkoutLink'),
    clientSecret,
    secretHash,
    label: input.label ?? null,
    discountId,
    allowDiscountCodes: input.allowDiscountCodes ?? true,
    requireBillingAddress: input.requireBillingAddress ?? false,
    successUrl: input.successUrl ?? null,
    metadata: jsonText(input.metadata ?? {}),
    createdAt: uow.now,
  })
  await setLinkProducts(tx, link, productIds)
  return recordLink(uow, deps, 'created', link)
}

interface NamedProducts {
  readonly productIds: readonly Id<'product'>[]
  /** Where the body names a product. */
  readonly loc: (index: number) => readonly (string | number)[]
}

/** The body names products in one of three ways. */
async function namedProducts({ tx }: UnitOfWork, input: NewLinkInput): Promise<NamedProducts> {
  const { organizationId, products, productId, productPriceId } = input
  if (products != null) return { productIds: products, loc: (index) => ['products', index] }
  if (productId != null) return { productIds: [productId], loc: () => ['product_id'] }
  assert(productPriceId != null, 'the contract requires one of the three')
  const id = await productOfPrice(tx, organizationId, productPriceId)
  return { productIds: [id], loc: () => ['product_price_id'] }
}
