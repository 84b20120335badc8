import { id as idOf } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../../kernel/assert.ts'
import { newId } from '../../../../platform/ids.ts'
import { work } from '../../../../platform/work.ts'
import type { Charge, IntentKey, IntentSeen, Processor, SetUp } from '../../rules/processor.ts'
import {
  findIntent,
  findIntentByKey,
  insertIntents,
  moveIntent,
  type SandboxKey,
} from '../../store/sandbox.ts'
import { callBack } from './call-back.ts'
import { chargeAllKept } from './charge-kept.ts'
import { type Making, rowOf, type Told } from './intent-row.ts'
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
  chargeAll: (wishes) => chargeAllKept(parts, wishes),
  // Cards are kept here without anybody whose they are.
  know: () => Promise.resolve({ processorId: null }),
  forget: () => Promise.resolve('forgotten'),
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
  if ('method' in source) return chargeKept(parts, wish)
  const tried = { token: source.confirmationToken, purpose: 'payment', ...fresh } as const
  return make(parts, wish, { tried, money, methodId: newId('sandboxMethod', parts.clock) })
}

const fresh = { isBuyerThere: true, chargesBefore: 0 } as const

async function setUp(parts: SandboxParts, wish: SetUp): Promise<IntentSeen> {
  const tried = { token: wish.confirmationToken, purpose: 'set_up', ...fresh } as const
  return make(parts, wish, { tried, money: null, methodId: newId('sandboxMethod', parts.clock) })
}

/** One statement, so that there is no moment at which half of it has happened. */
async function make(parts: SandboxParts, wish: Told, making: Making): Promise<IntentSeen> {
  const row = rowOf(parts, wish, making)
  if (row === null) return turnedAway('token_unknown')
  const { database } = parts.workshop
  const times = parts.manners.callsAfterAnswer
  const made =
    times === 0
      ? (await insertIntents(database.kysely, [row]))[0]
      : await work(parts.workshop, {}, async (unit) => {
          const [inserted] = await insertIntents(unit.tx, [row])
          const { organizationId, id: processorId } = row
          const call = { about: 'intent', organizationId, processorId, times } as const
          if (inserted !== undefined) callBack(unit, parts.manners, call)
          return inserted
        })
  return made === undefined ? madeBefore(parts, wish, making) : intentSeen(parts, made)
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

async function chargeKept(parts: SandboxParts, wish: Charge): Promise<IntentSeen> {
  const [seen] = await chargeAllKept(parts, [wish])
  assert(seen !== undefined, 'of one charge comes one intent')
  return seen
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
