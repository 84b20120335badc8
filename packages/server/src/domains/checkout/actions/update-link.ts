import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import { changeOfLink, type LinkChange, type LinkWish } from '../rules/link-change.ts'
import {
  type LinkChanges,
  type LinkKey,
  lockLink,
  saveLink,
  setLinkProducts,
} from '../store/links.ts'
import { checkOffer } from './link-offer.ts'
import type { CheckoutParts } from './parts.ts'
import { linkEvent, type ShownLink, showLink } from './present-link.ts'

/** What changes nothing is no change, and no news. */
export async function updateLink(
  work: Work,
  parts: CheckoutParts,
  { key, wish }: { readonly key: LinkKey; readonly wish: LinkWish },
): Promise<ShownLink> {
  const { tx, now } = work
  const link = await lockLink(tx, key)
  if (link === undefined) throw new Problem('not_found')
  const known = await showLink(tx, parts, link)
  const change = changeOfLink(known, wish)
  if (Object.keys(change).length === 0) return known
  await checkChange(work, known, change)
  const { productIds, ...columns } = change
  const saved = await saveLink(tx, link, columnsOf(columns), now)
  assert(saved !== undefined, 'what is locked stays as it was read')
  if (productIds !== undefined) await setLinkProducts(tx, link, productIds)
  const shown = await showLink(tx, parts, saved)
  work.record(linkEvent('updated', saved, shown))
  return shown
}

/** What stays as it is isn’t asked again: the seller may change the rest in peace. */
async function checkChange(work: Work, known: ShownLink, change: LinkChange): Promise<void> {
  if (change.productIds === undefined && change.discountId == null) return
  const kept = known.products.map(({ id }) => id)
  const { organizationId } = known
  const { productIds = kept, discountId = known.discountId } = change
  await checkOffer(
    work,
    { organizationId, productIds, discountId },
    {
      kept,
      place: (index) => ['products', index],
      discountField: change.discountId === undefined ? 'products' : 'discount_id',
    },
  )
}

const columnsOf = ({ metadata, ...plain }: Omit<LinkChange, 'productIds'>): LinkChanges => ({
  ...plain,
  ...(metadata !== undefined && { metadata: jsonText(metadata) }),
})
