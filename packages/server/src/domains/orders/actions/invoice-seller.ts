import type { BodyOf } from '@guildhall/contract/endpoint'
import {
  type setSellerDetails as endpoint,
  SellerDetails,
} from '@guildhall/contract/orders/invoice-seller'
import type { Id } from '@guildhall/contract/primitives'
import { wireCodec } from '@guildhall/contract/wire'
import * as z from 'zod/mini'
import { encodedText, jsonText } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import { putSellerDetails, type SellerDetailsRow } from '../store/invoice-seller.ts'

type Wish = BodyOf<typeof endpoint>

/** All of it at once: what is not said is printed no more. */
export async function setSellerDetails(
  work: Work,
  organizationId: Id<'organization'>,
  { name = null, address = null, taxNumber = null, footer = null }: Wish,
): Promise<SellerDetailsRow> {
  const details = {
    organizationId,
    name,
    address: address === null ? null : jsonText(address),
    taxNumber,
    footer,
  }
  const saved = await putSellerDetails(work.tx, details, work.now)
  const shown = codec.encode(presentSellerDetails(organizationId, saved))
  const payload = encodedText(shown)
  const object = { type: 'seller_details', id: organizationId, version: saved.version }
  work.record({ name: 'seller_details.updated', organizationId, object, payload })
  return saved
}

const codec = wireCodec(SellerDetails, 'billing')

export const presentSellerDetails = (
  organizationId: Id<'organization'>,
  row: SellerDetailsRow | undefined,
): z.output<typeof SellerDetails> => ({
  organizationId,
  createdAt: row?.createdAt ?? null,
  modifiedAt: row?.modifiedAt ?? null,
  name: row?.name ?? null,
  address: z.parse(SellerDetails.shape.address, row?.address ?? null),
  taxNumber: row?.taxNumber ?? null,
  footer: row?.footer ?? null,
})
