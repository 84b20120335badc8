import { TaxRegistration } from '@guildhall/contract/tax/shapes'
import { wireCodec } from '@guildhall/contract/wire'
import * as z from 'zod/mini'
import { encodedText } from '../../../platform/database/json.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
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

const codec = wireCodec(TaxRegistration, 'billing')

/** What happened to a registration, with the registration as of then. */
export function registrationEvent(
  action: 'created' | 'updated' | 'deleted',
  row: TaxRegistrationRow,
): NewEvent {
  const payload = encodedText(codec.encode(presentRegistration(row)))
  return {
    name: `tax_registration.${action}`,
    organizationId: row.organizationId,
    object: { type: 'tax_registration', id: row.id, version: row.version },
    payload,
  }
}
