import type { ChangedCredits } from '@guildhall/contract/usage/credit-shapes'
import { type Decimal, formatDecimal } from '../../../kernel/decimal.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { readBalance } from '../store/balances.ts'
import type { Decided } from './change-accounts.ts'

interface Change extends Pick<ChangedCredits, 'change' | 'reason'> {
  readonly units: Decimal
}

export async function recordChange(
  uow: UnitOfWork,
  { key, version }: Pick<Decided, 'key' | 'version'>,
  { change, units, reason }: Change,
): Promise<ChangedCredits> {
  const { organizationId, customerId, meterId } = key
  const shown = await readBalance(uow.tx, key)
  const changed: ChangedCredits = {
    id: shown.customerMeterId,
    customerId,
    meterId,
    change,
    units: Number(formatDecimal(units)),
    balance: Number(shown.balance),
    reason,
  }
  const subject = { organizationId, customerId, id: changed.id, version }
  uow.record(eventOf('customer_meter.credits_changed', subject, changed))
  return changed
}
