import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { type CustomFieldKey, saveCustomField } from '../store/custom-fields.ts'
import { detachFromProducts } from './detach.ts'
import type { CatalogParts } from './parts.ts'
import { customFieldEvent } from './present-custom-field.ts'

/**
 * The row stays, for what buyers answered names it. Whoever is about to attach it to a product
 * either comes first and is detached here, or waits and doesn't find it any more.
 */
export async function deleteCustomField(
  work: Work,
  parts: CatalogParts,
  key: CustomFieldKey,
): Promise<void> {
  const { tx, now } = work
  const deleted = await saveCustomField(tx, key, { deletedAt: now }, now)
  if (deleted === undefined) throw new Problem('not_found')
  work.record(customFieldEvent('deleted', deleted))
  const { organizationId, id: customFieldId } = key
  await detachFromProducts(work, parts, { organizationId, customFieldId })
}
