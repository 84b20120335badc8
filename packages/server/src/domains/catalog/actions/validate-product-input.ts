import type { RequestedPrice } from '@guildhall/contract/catalog/prices'
import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { accept } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { lockFilesForShare } from '../../files/store/files.ts'
import { lockMetersForShare } from '../../metering/store/meters.ts'
import { findOrganization } from '../../organizations/store/organizations.ts'
import { decidePrices, type PriceInUse, type PricePlan } from '../rules/price-change.ts'
import { decideCustomFields, decideMedias } from '../rules/product-links.ts'
import { lockCustomFieldsForShare } from '../store/custom-fields.ts'
import type { AttachedField } from '../store/product-links.ts'

interface Priced<P> {
  readonly organizationId: Id<'organization'>
  readonly isRecurring: boolean
  readonly inUse: readonly P[]
}

/** Reads the organization only where there are metered prices. */
export async function planPrices<P extends PriceInUse>(
  tx: Transaction<Tables>,
  { organizationId, isRecurring, inUse }: Priced<P>,
  requested: readonly RequestedPrice[],
): Promise<PricePlan<P>> {
  const meterIds = requested.flatMap((price) => ('meterId' in price ? price.meterId : []))
  const isMetered = meterIds.length > 0
  const organization = isMetered ? await findOrganization(tx, organizationId) : undefined
  const meters = await lockMetersForShare(tx, organizationId, meterIds)
  const facts = {
    isRecurring,
    inUse,
    isMeteringOn: organization?.usageBasedBillingEnabled === true,
    meters: new Set(meters.map(({ id }) => id)),
    archivedMeters: new Set(meters.flatMap(({ id, isArchived }) => (isArchived ? id : []))),
  }
  return accept(decidePrices(facts, requested))
}

/** The linked items that exist, locked so that they are not deleted meanwhile. */
export interface LockedItems {
  readonly medias: ReadonlySet<Id<'file'>>
  readonly fields: ReadonlySet<Id<'customField'>>
}

interface LinkedIds {
  readonly medias?: readonly Id<'file'>[] | null | undefined
  readonly attachedCustomFields?: readonly AttachedFieldInput[] | null | undefined
}

/** Must come before locking the product: deleting an item locks the item, then its products. */
export async function lockLinkedItems(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  { medias, attachedCustomFields }: LinkedIds,
): Promise<LockedItems> {
  const fieldIds = (attachedCustomFields ?? []).map(({ customFieldId }) => customFieldId)
  const files = await lockFilesForShare(tx, organizationId, medias ?? [])
  const fields = await lockCustomFieldsForShare(tx, organizationId, fieldIds)
  const available = files.filter((file) => file.service === 'product_media' && file.isUploaded)
  return {
    medias: new Set(available.map(({ id }) => id)),
    fields: new Set(fields.map(({ id }) => id)),
  }
}

export function requireMedias(
  requested: readonly Id<'file'>[],
  { medias }: LockedItems,
): readonly Id<'file'>[] {
  accept(decideMedias(requested, medias))
  return requested
}

interface AttachedFieldInput {
  readonly customFieldId: Id<'customField'>
  readonly required: boolean
}

export function requireCustomFields(
  requested: readonly AttachedFieldInput[],
  { fields }: LockedItems,
): readonly AttachedField[] {
  accept(decideCustomFields(requested, fields))
  return requested.map(({ customFieldId: id, required: isRequired }) => ({ id, isRequired }))
}
