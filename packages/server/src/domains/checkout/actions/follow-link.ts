import { CheckoutLink } from '@guildhall/contract/checkout/link-shapes'
import * as z from 'zod/mini'
import { Problem } from '../../../kernel/refusal.ts'
import { hashSecret, hasSecretShape, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { readVisit } from '../rules/link-visit.ts'
import { withParts } from '../store/link-parts.ts'
import { findLinkWithSecret } from '../store/links.ts'
import { beginFromOffer } from './begin-again.ts'
import type { CheckoutParts } from './parts.ts'

interface Visitor {
  readonly clientSecret: string
  /** What follows the question mark. */
  readonly queryText: string
  readonly address: string
}

const { metadata } = CheckoutLink.shape

/** The page of a checkout that is made for this visitor. */
export async function followLink(
  parts: CheckoutParts,
  { clientSecret, queryText, address }: Visitor,
): Promise<string> {
  const { reads } = parts.workshop.database
  const isPlausible = hasSecretShape(secretPrefixes.checkoutLink, clientSecret)
  const link = isPlausible ? await findLinkWithSecret(reads, hashSecret(clientSecret)) : undefined
  if (link === undefined) throw new Problem('not_found')
  const [whole] = await withParts(reads, [link])
  const forSale = whole?.products.filter(({ isArchived }) => !isArchived) ?? []
  if (forSale.length === 0) throw new Problem('not_found')
  const visit = readVisit(z.parse(metadata, link.metadata), queryText)
  const offer = {
    organizationId: link.organizationId,
    productIds: forSale.map(({ id }) => id),
    discountId: whole?.discount?.id ?? null,
    wish: {
      allowDiscountCodes: link.allowDiscountCodes,
      requireBillingAddress: link.requireBillingAddress,
      successUrl: link.successUrl,
      metadata: visit.metadata,
      embedOrigin: visit.embedOrigin,
      customerIpAddress: address,
    },
  }
  const url = await beginFromOffer(parts, offer, async (_, { shown }) => shown.url)
  const query = visit.forwarded.toString()
  return query === '' ? url : `${url}?${query}`
}
