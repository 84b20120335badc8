import { TaxRegistration } from '@guildhall/contract/tax/shapes'
import * as z from 'zod/mini'
import { asTaxRate, rateOf } from '../rules/rates.ts'
import type { TaxRegistrationRow } from '../store/registrations.ts'

const { scheme } = TaxRegistration.shape

export function presentRegistration(row: TaxRegistrationRow): TaxRegistration {
  const rate = rateOf(row)
  return {
    id: row.id,
    createdAt: row.createdAt,
    modifiedAt: row.modifiedAt,
    organizationId: row.organizationId,
    country: row.country,
    state: row.state,
    scheme: z.parse(scheme, row.scheme),
    taxNumber: row.taxNumber,
    collectsSince: row.collectsSince,
    taxRate: rate === undefined ? null : asTaxRate(row, [rate]),
  }
}
