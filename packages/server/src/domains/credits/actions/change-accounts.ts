import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { addDecimals } from '../../../kernel/decimal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { knowCustomerMeters } from '../../usage/store/customer-meters.ts'
import { balanceOf, type CreditAccount } from '../rules/account.ts'
import type { Decision } from '../rules/decide.ts'
import { type FollowedUsage, followUsage } from '../rules/follow-usage.ts'
import { isOpen } from '../rules/lots.ts'
import { type AccountKey, lockAccounts, openAccounts, textOf } from '../store/accounts.ts'
import { type CreditFacts, readFacts } from '../store/facts.ts'
import { type ChangedAccount, type MadeMovement, saveAccounts } from '../store/save-accounts.ts'

/** Decides in turn: each decision is about the account that the one before has left. */
type Decide = (key: AccountKey, account: CreditAccount) => readonly Decision[]

export interface Decided {
  readonly key: AccountKey
  /** Counts what changed the account. */
  readonly version: number
  readonly account: CreditAccount
  readonly decisions: readonly Decision[]
  readonly movements: readonly MadeMovement[]
}

interface Change {
  readonly keys: readonly AccountKey[]
  /** Of former decisions, which must not be taken again. */
  readonly causes?: ReadonlySet<string>
  readonly decide: Decide
}

/**
 * Locks accounts, burns what was used since they were decided about, and decides. Accounts that
 * aren’t there are left out.
 */
export async function changeAccounts(
  uow: UnitOfWork,
  { keys, causes, decide }: Change,
): Promise<readonly Decided[]> {
  const { tx, now } = uow
  const locked = await lockAccounts(tx, keys)
  if (locked.length === 0) return []
  const facts = await readFacts(tx, locked, causes)
  const changed = locked.map((key) => {
    const before = facts.get(textOf(key))
    assert(before !== undefined, 'facts are read of every account')
    return { ...changeOne(uow, key, before, decide), version: key.version }
  })
  await saveAccounts(tx, changed, now)
  for (const one of changed.filter(hasMoreToExpire)) {
    uow.noteDue(one.key.organizationId, 'credits.expire_due')
  }
  return changed.map(({ key, before, after, decisions, movements, version }) => ({
    key,
    version: after === before ? version : version + 1,
    account: after.account,
    decisions,
    movements,
  }))
}

/** Whether lots that expire were added or opened again. */
function hasMoreToExpire({ before, after }: ChangedAccount): boolean {
  const expiring = ({ account }: CreditFacts) =>
    account.lots.filter((lot) => isOpen(lot) && lot.expiresAt !== null)
  const known = new Set(expiring(before).map(({ id }) => id))
  return expiring(after).some(({ id }) => !known.has(id))
}

/** The same where the accounts may not be there yet. */
export async function changeOpenedAccounts(
  uow: UnitOfWork,
  change: Change,
): Promise<readonly Decided[]> {
  await openAll(uow, change.keys)
  return changeAccounts(uow, change)
}

/** Locks accounts that more than one change is made to, and makes those that aren’t there yet. */
export async function holdAccounts(uow: UnitOfWork, keys: readonly AccountKey[]): Promise<void> {
  if (keys.length === 0) return
  await openAll(uow, keys)
  await lockAccounts(uow.tx, keys)
}

async function openAll({ tx, now }: UnitOfWork, keys: readonly AccountKey[]): Promise<void> {
  await knowCustomerMeters(tx, keys)
  await openAccounts(tx, keys, now)
}

function changeOne(
  uow: UnitOfWork,
  { organizationId, customerId, meterId }: AccountKey,
  before: CreditFacts,
  decide: Decide,
): ChangedAccount & Pick<Decided, 'decisions'> {
  const key = { organizationId, customerId, meterId }
  const id = uow.newId('creditMovement')
  const followed = followUsage(before.account, before.metered, { id, now: uow.now })
  const decisions = decide(key, followed.account)
  const account = decisions.at(-1)?.account ?? followed.account
  const all = [...followed.decisions, ...decisions.map((decision) => ({ decision, usage: null }))]
  const isMoved = all.some(({ decision }) => decision.movements.length > 0)
  // A lot without anything left is closed without a movement, and so is usage taken back that an
  // expired lot covered.
  const isFollowed = followed.metered.some((one, at) => one !== before.metered[at])
  const isChanged = isMoved || isFollowed || account.lots !== before.account.lots
  const after = isChanged ? { account, metered: followed.metered } : before
  return { key, before, after, movements: movementsOf(uow, before.account, all), decisions }
}

function movementsOf(
  uow: UnitOfWork,
  before: CreditAccount,
  all: readonly FollowedUsage[],
): readonly MadeMovement[] {
  let balance = balanceOf(before)
  return all.flatMap(({ decision: { cause, reason, movements }, usage }) =>
    movements.map((movement, at) => {
      balance = addDecimals(balance, movement.units)
      const id = uow.newId('creditMovement')
      return { ...movement, id, cause, reason, usage, position: at + 1, balance }
    }),
  )
}

/** As a decision would leave them now, without making it. */
export async function readAccounts(
  db: Kysely<Tables>,
  keys: readonly AccountKey[],
  now: Date,
): Promise<ReadonlyMap<string, CreditAccount>> {
  const facts = await readFacts(db, keys)
  return new Map(
    [...facts].map(([text, { account, metered }]) => [
      text,
      followUsage(account, metered, { id: 'reading', now }).account,
    ]),
  )
}
