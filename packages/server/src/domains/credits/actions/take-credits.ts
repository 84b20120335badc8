import type { BodyOf, ResponseOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { takeCredits as contract } from '@guildhall/contract/usage/credits'
import { decimal, formatDecimal, subtractDecimals } from '../../../kernel/decimal.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { isPositive, zero } from '../rules/account.ts'
import { deduct } from '../rules/lot-changes.ts'
import { changeAccounts } from './change-accounts.ts'
import { requireAccount } from './give-credits.ts'
import { recordChange } from './record-change.ts'

interface Taking {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly input: BodyOf<typeof contract>
}

/** All that is asked for, or nothing. */
export async function takeCredits(
  uow: UnitOfWork,
  { organizationId, customerId, input }: Taking,
): Promise<ResponseOf<typeof contract>> {
  const { meterId, reason } = input
  const key = { organizationId, customerId, meterId }
  await requireAccount(uow, key)
  const units = decimal(input.units)
  const deductionId = uow.newId('creditMovement')
  const usage = { subscriptionId: null, entity: null }
  const [decided] = await changeAccounts(uow, {
    keys: [key],
    decide: (_key, account) => [
      deduct(account, { deductionId, reason, usage, units, now: uow.now }),
    ],
  })
  const shortfall = decided?.decisions.at(-1)?.shortfall ?? units
  if (decided === undefined || isPositive(shortfall)) {
    const most = decided === undefined ? zero : subtractDecimals(units, shortfall)
    const loc = ['body', 'units']
    throw new Problem('credits_too_few', { loc, units: formatDecimal(most) })
  }
  const { balance } = await recordChange(uow, decided, { change: 'taken', units, reason })
  return { units: input.units, balance }
}
