import { SellerDetails } from '@guildhall/contract/orders/invoice-seller'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { SellerDetailsRow } from '../store/seller-details.ts'

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
