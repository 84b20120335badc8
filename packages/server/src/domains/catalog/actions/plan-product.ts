import type { WantedPrice } from '@guildhall/contract/catalog/prices'
import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { accept } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { holdFilesOf } from '../../files/index.ts'
import { findMetersOf } from '../../metering/index.ts'
import { findOrganization } from '../../organizations/index.ts'
import { decidePrices, type PriceInUse, type PricePlan } from '../rules/price-change.ts'
import { decideCustomFields, decideMedias } from '../rules/product-parts.ts'
import { holdCustomFieldsOf } from '../store/custom-fields.ts'
import type { AttachedField } from '../store/product-links.ts'

interface Priced<P> {
  readonly organizationId: Id<'organization'>
  readonly isRecurring: boolean
  readonly inUse: readonly P[]
}

/** What becomes of the prices, or a refusal; asks about meters only where there are any. */
export async function planPrices<P extends PriceInUse>(
  tx: Transaction<Tables>,
  { organizationId, isRecurring, inUse }: Priced<P>,
  wanted: readonly WantedPrice[],
): Promise<PricePlan<P>> {
  const meterIds = wanted.flatMap((price) => ('meterId' in price ? price.meterId : []))
  const isMetered = meterIds.length > 0
  const organization = isMetered ? await findOrganization(tx, organizationId) : undefined
  const meters = await findMetersOf(tx, organizationId, meterIds)
  const facts = {
    isRecurring,
    inUse,
    isMeteringOn: organization?.usageBasedBillingEnabled === true,
    meters: new Set(meters.map(({ id }) => id)),
  }
  return accept(decidePrices(facts, wanted))
}

/** What is wanted of what may be deleted, held so that it isn’t meanwhile. */
export interface Held {
  readonly medias: ReadonlySet<Id<'file'>>
  readonly fields: ReadonlySet<Id<'customField'>>
}

interface Wanted {
  readonly medias?: readonly Id<'file'>[] | null | undefined
  readonly attachedCustomFields?: readonly WantedField[] | null | undefined
}

/** Comes before any lock on a product: whoever deletes one of these locks products after it. */
export async function holdWanted(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  wanted: Wanted,
): Promise<Held> {
  const fieldIds = (wanted.attachedCustomFields ?? []).map(({ customFieldId }) => customFieldId)
  const files = await holdFilesOf(tx, organizationId, wanted.medias ?? [])
  const fields = await holdCustomFieldsOf(tx, organizationId, fieldIds)
  const medias = files.filter((file) => file.service === 'product_media' && file.isUploaded)
  return {
    medias: new Set(medias.map(({ id }) => id)),
    fields: new Set(fields.map(({ id }) => id)),
  }
}

export function requireMedias(
  wanted: readonly Id<'file'>[],
  { medias }: Held,
): readonly Id<'file'>[] {
  accept(decideMedias(wanted, medias))
  return wanted
}

interface WantedField {
  readonly customFieldId: Id<'customField'>
  readonly required: boolean
}

export function requireCustomFields(
  wanted: readonly WantedField[],
  { fields }: Held,
): readonly AttachedField[] {
  accept(decideCustomFields(wanted, fields))
  return wanted.map(({ customFieldId: id, required: isRequired }) => ({ id, isRequired }))
}
