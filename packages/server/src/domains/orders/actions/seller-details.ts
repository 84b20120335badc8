import type { BodyOf } from '@guildhall/contract/operation'
import type { setSellerDetails as operation } from '@guildhall/contract/orders/invoice-seller'
import type { Id } from '@guildhall/contract/primitives'
import { jsonText } from '../../../platform/database/json.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { putSellerDetails, type SellerDetailsRow } from '../store/seller-details.ts'
import { sellerDetailsEvent } from './order-events.ts'

type SellerDetailsInput = BodyOf<typeof operation>

/** Replaces all details: an absent field is no longer printed. */
export async function setSellerDetails(
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  { name = null, address = null, taxNumber = null, footer = null }: SellerDetailsInput,
): Promise<SellerDetailsRow> {
  const details = {
    organizationId,
    name,
    address: address === null ? null : jsonText(address),
    taxNumber,
    footer,
  }
  const saved = await putSellerDetails(uow.tx, details, uow.now)
  uow.record(sellerDetailsEvent(organizationId, saved))
  return saved
}
