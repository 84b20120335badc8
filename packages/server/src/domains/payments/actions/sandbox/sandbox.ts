import { type Id, id as idOf } from '@guildhall/contract/primitives'
import type { Insertable } from 'kysely'
import * as z from 'zod/mini'
import { assert } from '../../../../kernel/assert.ts'
import type { SandboxIntentTable } from '../../../../platform/database/db-types.gen.ts'
import { jsonText } from '../../../../platform/database/json.ts'
import { newId } from '../../../../platform/ids.ts'
import { work } from '../../../../platform/work.ts'
import type { Charge, IntentKey, IntentSeen, Processor, SetUp } from '../../rules/processor.ts'
import { decideSandbox, type Tried } from '../../rules/sandbox.ts'
import {
  findIntent,
  findIntentByKey,
  insertIntent,
  lockMethod,
  moveIntent,
  type SandboxKey,
} from '../../store/sandbox.ts'
import { callBack } from './call-back.ts'
import { lookFromSandbox } from './look.ts'
import type { SandboxParts } from './parts.ts'
import { refundInSandbox } from './refund.ts'
import { intentSeen, turnedAway } from './seen.ts'

/**
 * The processor where nothing is real but the states: it keeps its own books in rows of its own,
 * committed before it answers, so that whoever asks again finds what was done.
 */
export const openSandbox = (parts: SandboxParts): Processor => ({
  charge: (wish) => charge(parts, wish),
  setUp: (wish) => setUp(parts, wish),
  find: (key) => seenAt(parts, key),
  findByKey: async ({ organizationId, key }) => {
    const { reads } = parts.workshop.database
    const intent = await findIntentByKey(reads, organizationId, key)
    return intent === undefined ? null : intentSeen(parts, intent)
  },
  cancel: (key) => cancel(parts, key),
  refund: (wish) => refundInSandbox(parts, wish),
  look: (subject) => lookFromSandbox(parts, subject),
})

async function charge(parts: SandboxParts, wish: Charge): Promise<IntentSeen> {
  const { source } = wish
  const money = { amount: wish.amount, currency: wish.currency }
  if ('method' in source) return chargeKept(parts, { ...wish, method: source.method })
  const tried = { token: source.confirmationToken, purpose: 'payment', ...fresh } as const
  return make(parts, wish, { tried, money, methodId: newId('sandboxMethod', parts.clock) })
}

const fresh = { isBuyerThere: true, chargesBefore: 0 } as const

async function setUp(parts: SandboxParts, wish: SetUp): Promise<IntentSeen> {
  const tried = { token: wish.confirmationToken, purpose: 'set_up', ...fresh } as const
  return make(parts, wish, { tried, money: null, methodId: newId('sandboxMethod', parts.clock) })
}

interface Making {
  readonly tried: Tried
  readonly money: Pick<Charge, 'amount' | 'currency'> | null
  readonly methodId: Id<'sandboxMethod'>
}

type Told = Pick<Charge, 'organizationId' | 'key' | 'metadata'>

/** One statement, so that there is no moment at which half of it has happened. */
async function make(parts: SandboxParts, wish: Told, making: Making): Promise<IntentSeen> {
  const row = rowOf(parts, wish, making)
  if (row === null) return turnedAway('token_unknown')
  const { database } = parts.workshop
  const times = parts.manners.callsAfterAnswer
  const made =
    times === 0
      ? await insertIntent(database.kysely, row)
      : await work(parts.workshop, {}, async (unit) => {
          const inserted = await insertIntent(unit.tx, row)
          const { organizationId, id: processorId } = row
          const call = { about: 'intent', organizationId, processorId, times } as const
          if (inserted !== undefined) callBack(unit, parts.manners, call)
          return inserted
        })
  return made === undefined ? madeBefore(parts, wish, making) : intentSeen(parts, made)
}

function rowOf(
  { clock }: SandboxParts,
  { organizationId, key, metadata }: Told,
  { tried, money, methodId }: Making,
): Insertable<SandboxIntentTable> | null {
  const standing = decideSandbox(tried)
  if (standing === null) return null
  return {
    organizationId,
    id: newId('sandboxIntent', clock),
    idempotencyKey: key,
    purpose: tried.purpose,
    status: standing.status,
    declineCode: standing.declineCode,
    amount: money?.amount ?? null,
    currency: money?.currency ?? null,
    token: tried.token,
    methodId,
    metadata: jsonText({ ...metadata }),
    createdAt: clock.now(),
  }
}

/** A key stands for one wish: another under the same key is a fault of ours. */
async function madeBefore(
  parts: SandboxParts,
  { organizationId, key }: Told,
  { tried, money }: Making,
): Promise<IntentSeen> {
  const { reads } = parts.workshop.database
  const intent = await findIntentByKey(reads, organizationId, key)
  const isSame =
    intent?.token === tried.token &&
    intent.purpose === tried.purpose &&
    intent.amount === (money?.amount ?? null)
  assert(isSame, 'an idempotency key of the sandbox stands for one charge')
  return intentSeen(parts, intent)
}

/** Without the buyer, with what an earlier payment or a set-up kept. */
async function chargeKept(
  parts: SandboxParts,
  wish: Charge & { readonly method: string },
): Promise<IntentSeen> {
  const { organizationId, key, amount, currency } = wish
  const method = z.safeParse(idOf('sandboxMethod'), wish.method)
  if (!method.success) return turnedAway('token_unknown')
  const methodId = method.data
  return work(parts.workshop, {}, async ({ tx }) => {
    const kept = await lockMethod(tx, organizationId, methodId)
    if (kept === undefined) return turnedAway('token_unknown')
    const before = await findIntentByKey(tx, organizationId, key)
    if (before !== undefined) return intentSeen(parts, before)
    const { token, charges: chargesBefore } = kept
    const tried = { token, purpose: 'payment', isBuyerThere: false, chargesBefore } as const
    const row = rowOf(parts, wish, { tried, money: { amount, currency }, methodId })
    assert(row !== null, 'a card that was kept is known')
    const made = await insertIntent(tx, row)
    assert(made !== undefined, 'charges of one card come one after another')
    return intentSeen(parts, made)
  })
}

function keyOf({ organizationId, processorId }: IntentKey): SandboxKey | null {
  const read = z.safeParse(idOf('sandboxIntent'), processorId)
  return read.success ? { organizationId, id: read.data } : null
}

async function seenAt(parts: SandboxParts, key: IntentKey): Promise<IntentSeen | null> {
  const own = keyOf(key)
  const { reads } = parts.workshop.database
  const intent = own === null ? undefined : await findIntent(reads, own)
  return intent === undefined ? null : intentSeen(parts, intent)
}

async function cancel(parts: SandboxParts, key: IntentKey): Promise<IntentSeen> {
  const own = keyOf(key)
  const { kysely } = parts.workshop.database
  const move = { status: 'canceled', declineCode: null }
  if (own !== null) await moveIntent(kysely, own, move)
  const seen = await seenAt(parts, key)
  assert(seen !== null, 'only what was made is canceled')
  return seen
}
