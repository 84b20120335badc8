import { CheckoutLink } from '@guildhall/contract/checkout/link-shapes'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { hashSecret, hasSecretShape, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { visibilityOf } from '../../catalog/present/product.ts'
import { findProducts } from '../../catalog/store/products.ts'
import { findOrganization } from '../../organizations/store/organizations.ts'
import { readVisit } from '../rules/link-visit.ts'
import { isOfferedBy } from '../rules/visibility.ts'
import { findLinkWithSecret, type LinkRow, listLinkProducts } from '../store/links.ts'
import { createFromOffer } from './create-from-offer.ts'
import type { CheckoutDeps } from './deps.ts'
import { claimedEmbedder } from './embedding-sites.ts'
import { findLinkDiscounts } from './show-links.ts'

interface Visitor {
  readonly clientSecret: string
  /** Without the question mark. */
  readonly queryText: string
  readonly address: string
}

const { metadata } = CheckoutLink.shape

/** Creates a checkout for this visitor and returns its URL. */
export async function followLink(
  deps: CheckoutDeps,
  { clientSecret, queryText, address }: Visitor,
): Promise<string> {
  const { database } = deps.uowFactory
  const { reads } = database
  const isPlausible = hasSecretShape(secretPrefixes.checkoutLink, clientSecret)
  const link = isPlausible
    ? await findLinkWithSecret(database, hashSecret(clientSecret))
    : undefined
  if (link === undefined) throw new Problem('not_found')
  const { organizationId } = link
  const [offered, discounts] = await Promise.all([
    listLinkProducts(reads, organizationId, [link.id]),
    findLinkDiscounts(reads, [link]),
  ])
  const productIds = offered.get(link.id) ?? []
  const products = await findProducts(reads, organizationId, productIds)
  const forSale = products.filter(
    (one) => !one.isArchived && isOfferedBy({ visibility: visibilityOf(one) }, 'link'),
  )
  const active = new Set(forSale.map(({ id }) => id))
  if (active.size === 0) throw new Problem('not_found')
  const visit = readVisit(z.parse(metadata, link.metadata), queryText)
  const hasDiscount = link.discountId !== null && discounts.has(link.discountId)
  const offer = {
    organizationId,
    productIds: productIds.filter((id) => active.has(id)),
    discountId: hasDiscount ? link.discountId : null,
    input: {
      allowDiscountCodes: link.allowDiscountCodes,
      requireBillingAddress: link.requireBillingAddress,
      successUrl: link.successUrl,
      metadata: visit.metadata,
      embedOrigin: await embedderOfVisit(deps, link, visit.embedOrigin),
      customerIpAddress: address,
    },
    checkoutLinkId: link.id,
  }
  const url = await createFromOffer(deps, offer, async (_, { presented }) => presented.url)
  const query = visit.forwarded.toString()
  return query === '' ? url : `${url}?${query}`
}

/** Most visits claim no site, and need no organization. */
async function embedderOfVisit(
  deps: CheckoutDeps,
  { organizationId, successUrl }: Pick<LinkRow, 'organizationId' | 'successUrl'>,
  embedOrigin: string | null,
): Promise<string | null> {
  if (embedOrigin === null) return null
  const organization = await findOrganization(deps.uowFactory.database.reads, organizationId)
  assert(organization !== undefined, 'the organization of a link exists')
  return claimedEmbedder({ embedOrigin, successUrl }, deps, organization)
}
