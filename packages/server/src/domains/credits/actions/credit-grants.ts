import { type Id, id } from '@guildhall/contract/primitives'
import { decimal, formatDecimal } from '../../../kernel/decimal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { CreditAccount } from '../rules/account.ts'
import type { Decision } from '../rules/decide.ts'
import {
  causeOfCycle,
  cycle,
  isOfGrant,
  reinstateCredits,
  resetCredits,
  revokeCredits,
} from '../rules/grant-cycles.ts'
import { isOpen } from '../rules/lots.ts'
import {
  type AccountKey,
  distinctKeys,
  findAccountsOfGrants,
  findCauses,
} from '../store/accounts.ts'
import {
  changeAccounts,
  changeOpenedAccounts,
  type Decided,
  holdAccounts,
} from './change-accounts.ts'

type GrantId = Id<'benefitGrant'>

/** A grant that credits a meter in a period. */
export interface CreditedGrant extends AccountKey {
  readonly grantId: GrantId
  readonly periodStart: Date
  readonly units: number
  /** Whether a one-time purchase gives it. */
  readonly isPurchased: boolean
  /** Whether what is left when the next period is paid stays. */
  readonly rollsOver: boolean
}

interface OfGrants {
  readonly organizationId: Id<'organization'>
  readonly grantIds: readonly GrantId[]
}

const priorityOfGrants = 0

/**
 * Gives each grant the credits of its period, once: one that was revoked within the period gets back
 * what it had. Credits that a grant has of another meter vanish.
 */
export async function creditGrants(
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  grants: readonly CreditedGrant[],
): Promise<ReadonlyMap<GrantId, LastCredit>> {
  if (grants.length === 0) return new Map()
  const grantIds = grants.map(({ grantId }) => grantId)
  const causes = await findCauses(uow.tx, organizationId, grants.map(causeOfCycle))
  const former = await findAccountsOfGrants(uow.tx, organizationId, grantIds)
  const decided = await changeOpenedAccounts(uow, {
    keys: distinctKeys([...grants, ...former]),
    causes,
    decide: (key, account) =>
      inTurn(
        account,
        grants.filter(({ customerId }) => customerId === key.customerId),
        (left, grant) => creditGrant(uow, { key, account: left, grant, causes }),
      ),
  })
  return lastCredits(decided, new Set(grantIds))
}

/** What a grant has credited last. */
export interface LastCredit {
  readonly meterId: Id<'meter'>
  readonly units: number
  readonly creditedAt: Date
}

/** Each grant has one lot of its period. */
const lastCredits = (
  decided: readonly Decided[],
  grantIds: ReadonlySet<string>,
): ReadonlyMap<GrantId, LastCredit> =>
  new Map(
    decided.flatMap(({ key: { meterId }, account: { lots } }) =>
      lots
        .filter((lot) => lot.source !== 'rollover' && isOpen(lot) && grantIds.has(lot.sourceId))
        .map(({ sourceId, amount, createdAt }) => {
          const units = Number(formatDecimal(amount))
          return [grantId.parse(sourceId), { meterId, units, creditedAt: createdAt }] as const
        }),
    ),
  )

const grantId = id('benefitGrant')

interface Crediting {
  readonly key: AccountKey
  readonly account: CreditAccount
  readonly grant: CreditedGrant
  readonly causes: ReadonlySet<string>
}

function creditGrant(uow: UnitOfWork, { key, account, grant, causes }: Crediting): Decision | null {
  const { grantId } = grant
  const { now } = uow
  const hasLots = account.lots.some((lot) => isOfGrant(lot, grantId))
  if (causes.has(causeOfCycle(grant))) {
    const id = uow.newId('creditMovement')
    return hasLots ? reinstateCredits(account, { grantId, id, now }) : null
  }
  if (key.meterId === grant.meterId) return cycle(account, cyclingOf(uow, grant))
  return hasLots ? resetCredits(account, { grantId, id: uow.newId('creditMovement'), now }) : null
}

const cyclingOf = (
  uow: UnitOfWork,
  { grantId, periodStart, units, isPurchased, rollsOver }: CreditedGrant,
): Parameters<typeof cycle>[1] => ({
  grantId,
  periodStart,
  lot: {
    id: uow.newId('creditLot'),
    source: isPurchased ? 'purchase' : 'grant',
    scope: { subscriptionId: null, entity: null },
    amount: decimal(units),
    expiresAt: null,
    priority: priorityOfGrants,
    createdAt: uow.now,
    // What was bought stays, so what vanishes with its period is burned first.
    rollover: isPurchased || rollsOver ? { cap: null } : null,
  },
  rollover: { id: uow.newId('creditLot'), expiresAt: null },
  now: uow.now,
})

/** Takes what is unspent of these grants. */
export async function revokeGrantedCredits(
  uow: UnitOfWork,
  { organizationId, grantIds }: OfGrants,
): Promise<void> {
  const keys = await findAccountsOfGrants(uow.tx, organizationId, grantIds)
  if (keys.length === 0) return
  await changeAccounts(uow, {
    keys: distinctKeys(keys),
    decide: (_key, before) =>
      inTurn(before, grantIds, (account, grantId) => {
        const hasLots = account.lots.some((lot) => isOfGrant(lot, grantId))
        const revoking = { grantId, id: uow.newId('creditMovement'), now: uow.now }
        return hasLots ? revokeCredits(account, revoking) : null
      }),
  })
}

interface ToHold extends OfGrants {
  /** Accounts that are about to be credited. */
  readonly credited: readonly AccountKey[]
}

/** Locks all accounts that grants are about to change, in one order. */
export async function holdGrantedCredits(
  uow: UnitOfWork,
  { organizationId, grantIds, credited }: ToHold,
): Promise<void> {
  const former = await findAccountsOfGrants(uow.tx, organizationId, grantIds)
  await holdAccounts(uow, distinctKeys([...credited, ...former]))
}

function inTurn<T>(
  account: CreditAccount,
  items: readonly T[],
  step: (account: CreditAccount, item: T) => Decision | null,
): readonly Decision[] {
  let left = account
  return items.flatMap((item) => {
    const decision = step(left, item)
    if (decision === null) return []
    left = decision.account
    return decision
  })
}
