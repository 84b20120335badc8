import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { PresentedLink } from '../present/link.ts'
import { changedLink, type LinkChange, type LinkRequest } from '../rules/link-change.ts'
import {
  type LinkChanges,
  type LinkKey,
  type LinkRow,
  lockLink,
  saveLink,
  setLinkProducts,
} from '../store/links.ts'
import type { CheckoutDeps } from './deps.ts'
import { checkOffer } from './link-offer.ts'
import { recordLink, showLink } from './show-links.ts'

/** Records nothing where nothing changes. */
export async function updateLink(
  uow: UnitOfWork,
  deps: CheckoutDeps,
  key: LinkKey,
  input: LinkRequest,
): Promise<PresentedLink> {
  const { tx, now } = uow
  const link = await lockExisting(uow, key)
  const current = await showLink(tx, deps, link)
  const change = changedLink(current, input)
  if (Object.keys(change).length === 0) return current
  await checkChange(uow, current, change)
  const { productIds, ...columns } = change
  const saved = await saveLink(tx, link, columnsOf(columns), now)
  assert(saved !== undefined, 'a locked link does not change')
  if (productIds !== undefined) await setLinkProducts(tx, link, productIds)
  return recordLink(uow, deps, 'updated', saved)
}

/** The row stays, so that its URL never leads to anything else. */
export async function deleteLink(uow: UnitOfWork, deps: CheckoutDeps, key: LinkKey): Promise<void> {
  const { tx, now } = uow
  const link = await lockExisting(uow, key)
  const deleted = await saveLink(tx, link, { deletedAt: now }, now)
  assert(deleted !== undefined, 'a locked link does not change')
  await recordLink(uow, deps, 'deleted', deleted)
}

async function lockExisting({ tx }: UnitOfWork, key: LinkKey): Promise<LinkRow> {
  const link = await lockLink(tx, key)
  if (link === undefined) throw new Problem('not_found')
  return link
}

/** Only changed products and discounts are checked, so archived ones do not block other changes. */
async function checkChange(
  uow: UnitOfWork,
  current: PresentedLink,
  change: LinkChange,
): Promise<void> {
  if (change.productIds === undefined && change.discountId == null) return
  const offered = current.products.map(({ id }) => id)
  const { organizationId } = current
  const { productIds = offered, discountId = current.discountId } = change
  await checkOffer(
    uow,
    { organizationId, productIds, discountId },
    {
      current: offered,
      loc: (index) => ['products', index],
      discountField: change.discountId === undefined ? 'products' : 'discount_id',
    },
  )
}

const columnsOf = ({ metadata, ...plain }: Omit<LinkChange, 'productIds'>): LinkChanges => ({
  ...plain,
  ...(metadata !== undefined && { metadata: jsonText(metadata) }),
})
