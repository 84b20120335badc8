import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { type LinkKey, lockLink, saveLink } from '../store/links.ts'
import type { CheckoutParts } from './parts.ts'
import { linkEvent, showLink } from './present-link.ts'

/** The row stays, so that its address never leads to anything else. */
export async function deleteLink(work: Work, parts: CheckoutParts, key: LinkKey): Promise<void> {
  const { tx, now } = work
  const link = await lockLink(tx, key)
  if (link === undefined) throw new Problem('not_found')
  const deleted = await saveLink(tx, link, { deletedAt: now }, now)
  assert(deleted !== undefined, 'what is locked stays as it was read')
  work.record(linkEvent('deleted', deleted, await showLink(tx, parts, deleted)))
}
