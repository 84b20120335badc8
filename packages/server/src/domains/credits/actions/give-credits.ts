import type { BodyOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { giveCredits as contract } from '@guildhall/contract/usage/credits'
import { assert } from '../../../kernel/assert.ts'
import { decimal } from '../../../kernel/decimal.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { lockCustomerForShare } from '../../customers/store/customers.ts'
import { findMeters } from '../../metering/store/meters.ts'
import { addLot } from '../rules/lot-changes.ts'
import type { AccountKey } from '../store/accounts.ts'
import { findLot } from '../store/credit-list.ts'
import type { LotRow } from '../store/facts.ts'
import { changeOpenedAccounts } from './change-accounts.ts'
import { recordChange } from './record-change.ts'

interface Gift {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly input: BodyOf<typeof contract>
}

interface GivenCredits {
  readonly lot: LotRow
  readonly customerMeterId: Id<'customerMeter'>
}

const priorityByDefault = 0

/** A present of the seller. */
export async function giveCredits(
  uow: UnitOfWork,
  { organizationId, customerId, input }: Gift,
): Promise<GivenCredits> {
  const { meterId, units, reason, expiresAt = null, priority } = input
  const key = { organizationId, customerId, meterId }
  await requireAccount(uow, key)
  if (expiresAt !== null && expiresAt <= uow.now) {
    throw new Problem('credit_expiry_past', { loc: ['body', 'expires_at'] })
  }
  const id = uow.newId('creditLot')
  const lot = {
    id,
    source: 'present',
    sourceId: id,
    scope: { subscriptionId: null, entity: null },
    amount: decimal(units),
    expiresAt,
    priority: priority ?? priorityByDefault,
    createdAt: uow.now,
    rollover: null,
  } as const
  const [decided] = await changeOpenedAccounts(uow, {
    keys: [key],
    decide: (_key, account) => [addLot(account, { lot, reason, now: uow.now })],
  })
  assert(decided !== undefined, 'the account was opened')
  const changed = await recordChange(uow, decided, { change: 'given', units: lot.amount, reason })
  const found = await findLot(uow.tx, { organizationId, id })
  assert(found !== undefined, 'the lot was just opened')
  return { lot: found, customerMeterId: changed.id }
}

/** A customer isn’t deleted until the transaction ends; meters never are. */
export async function requireAccount(
  { tx }: UnitOfWork,
  { organizationId, customerId, meterId }: AccountKey,
): Promise<void> {
  const customer = await lockCustomerForShare(tx, { organizationId, id: customerId })
  if (customer === undefined) throw new Problem('not_found')
  const meters = await findMeters(tx, organizationId, [meterId])
  if (meters.length === 0) throw new Problem('credit_meter_unknown', { loc: ['body', 'meter_id'] })
}
