import type { CustomerState } from '@guildhall/contract/customers/state'
import type { CustomerMeter } from '@guildhall/contract/usage/customer-meters'
import type { CountedUsage, CustomerMeterRow } from '../store/customer-meters.ts'

/** What is used, as a decimal with all its digits. */
interface Consumed {
  readonly consumed: string
}

export const presentCustomerMeter = (
  row: CustomerMeterRow & Consumed,
  meter: CustomerMeter['meter'],
): Omit<CustomerMeter, 'customer'> => ({
  customerId: row.customerId,
  ...presentStateMeter(row),
  meter,
})

export const presentStateMeter = (
  row: CountedUsage & Consumed,
): CustomerState['activeMeters'][number] => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  meterId: row.meterId,
  consumedUnits: Number(row.consumed),
  creditedUnits: Math.floor(Number(row.creditedUnits)),
  balance: Number(row.balance),
})
