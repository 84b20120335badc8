import { CheckoutLink } from '@guildhall/contract/checkout/link-shapes'
import type { Id } from '@guildhall/contract/primitives'
import { wireCodec } from '@guildhall/contract/wire'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { encodedText } from '../../../platform/database/json.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import { presentDiscount, showProducts } from '../../catalog/index.ts'
import { type LinkWithParts, withParts } from '../store/link-parts.ts'
import type { LinkRow } from '../store/links.ts'
import type { CheckoutParts } from './parts.ts'

export type ShownLink = z.output<typeof CheckoutLink>

type ShownProduct = ShownLink['products'][number]

type ShowingParts = Pick<CheckoutParts, 'config' | 'keyring'>

/** Links of one organization with what they offer, by as many statements however many they are. */
export async function showLinks(
  db: Kysely<Tables>,
  parts: ShowingParts,
  rows: readonly LinkRow[],
): Promise<ShownLink[]> {
  const whole = await withParts(db, rows)
  const offered = new Map(whole.flatMap(({ products }) => products).map((one) => [one.id, one]))
  const shown = await showProducts(db, parts, [...offered.values()])
  const products = new Map(shown.map((product) => [product.id, product]))
  return whole.map((one) => presentLink(parts, one, products))
}

export async function showLink(
  db: Kysely<Tables>,
  parts: ShowingParts,
  row: LinkRow,
): Promise<ShownLink> {
  const [shown] = await showLinks(db, parts, [row])
  assert(shown !== undefined, 'of one link there is one')
  return shown
}

const { metadata } = CheckoutLink.shape

const presentLink = (
  { config }: ShowingParts,
  { link, products, discount }: LinkWithParts,
  shown: ReadonlyMap<Id<'product'>, ShownProduct>,
): ShownLink => ({
  id: link.id,
  createdAt: link.createdAt,
  modifiedAt: link.modifiedAt,
  paymentProcessor: 'stripe',
  label: link.label,
  organizationId: link.organizationId,
  products: products.flatMap(({ id }) => shown.get(id) ?? []),
  discountId: discount?.id ?? null,
  discount: discount && presentDiscount({ discount, products: [] }),
  allowDiscountCodes: link.allowDiscountCodes,
  requireBillingAddress: link.requireBillingAddress,
  successUrl: link.successUrl,
  metadata: z.parse(metadata, link.metadata),
  clientSecret: link.clientSecret,
  url: `${config.server.url}/v1/checkout-links/${link.clientSecret}/redirect`,
})

const codec = wireCodec(CheckoutLink, 'billing')

/** What happened to a link, with the link as of then. */
export function linkEvent(
  action: 'created' | 'updated' | 'deleted',
  { organizationId, id, version }: LinkRow,
  shown: ShownLink,
): NewEvent {
  const payload = encodedText(codec.encode(shown))
  return {
    name: `checkout_link.${action}`,
    organizationId,
    object: { type: 'checkout_link', id, version },
    payload,
  }
}
