import { Problem } from '../../../kernel/refusal.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentCustomField } from '../present/custom-field.ts'
import { type CustomFieldKey, saveCustomField } from '../store/custom-fields.ts'
import type { CatalogDeps } from './deps.ts'
import { detachFromProducts } from './detach-from-products.ts'

/**
 * The row is only marked as deleted, because answers refer to it. A product that attaches the field
 * at the same time either commits first and is detached here, or waits and does not find it.
 */
export async function deleteCustomField(
  uow: UnitOfWork,
  deps: CatalogDeps,
  key: CustomFieldKey,
): Promise<void> {
  const { tx, now } = uow
  const deleted = await saveCustomField(tx, key, { deletedAt: now }, now)
  if (deleted === undefined) throw new Problem('not_found')
  uow.record(eventOf('custom_field.deleted', deleted, presentCustomField(deleted)))
  const { organizationId, id: customFieldId } = key
  await detachFromProducts(uow, deps, { organizationId, customFieldId })
}
