import { id as idOf } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../../kernel/assert.ts'
import { isTooSmall } from '../../../../kernel/charge-min.ts'
import { newId } from '../../../../platform/ids.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import { idempotencyKey } from '../../rules/idempotency-key.ts'
import type { Charge, IntentKey, IntentSnapshot, Processor, SetUp } from '../../rules/processor.ts'
import {
  endIntent,
  findIntent,
  findIntentByKey,
  insertIntents,
  type SandboxKey,
} from '../../store/sandbox.ts'
import { chargeStoredCards } from './charge-stored-card.ts'
import type { SandboxDeps } from './deps.ts'
import { openDisputes } from './disputes.ts'
import { fetchSubjectFromSandbox } from './fetch-subject.ts'
import { type IntentDraft, type IntentRequest, intentRow } from './intent-row.ts'
import { intentSnapshot, rejected } from './intent-snapshot.ts'
import { refundInSandbox } from './refund.ts'
import { sendEvent } from './send-event.ts'

/**
 * A simulated processor. It keeps its own books, and commits them before it answers, so that a
 * repeated call finds what was done.
 */
export const openSandbox = (deps: SandboxDeps): Processor => ({
  charge: (input) => charge(deps, input),
  chargeAll: (charges) => chargeStoredCards(deps, charges),
  // The sandbox stores cards without customers.
  createCustomer: () => Promise.resolve({ processorId: null }),
  detach: () => Promise.resolve('detached'),
  setUp: (input) => setUp(deps, input),
  find: (key) => snapshotOf(deps, key),
  searchLagMilliseconds: 0,
  findCharge: async ({ organizationId, paymentId }) => {
    const { reads } = deps.uowFactory.database
    const key = idempotencyKey('charge', paymentId)
    const intent = await findIntentByKey(reads, organizationId, key)
    return intent === undefined ? null : intentSnapshot(deps, intent)
  },
  cancel: (key) => cancel(deps, key),
  refund: (request) => refundInSandbox(deps, request),
  fetchSubject: (subject) => fetchSubjectFromSandbox(deps, subject),
  fetchTransactions: () => Promise.resolve({ transactions: [], isIncomplete: false }),
  listTransactions: () => Promise.resolve({ transactions: [], otherCount: 0, next: null }),
  findPaymentOf: () => Promise.resolve(null),
})

async function charge(deps: SandboxDeps, input: Charge): Promise<IntentSnapshot> {
  const { source } = input
  const money = { amount: input.amount, currency: input.currency }
  if ('method' in source) return chargeStoredCard(deps, input)
  if (isTooSmall(money)) return rejected('amount_too_small')
  const attempt = { token: source.confirmationToken, purpose: 'payment', ...entered } as const
  return createIntent(deps, input, {
    attempt,
    money,
    methodId: newId('sandboxMethod', deps.clock),
  })
}

const entered = { as: 'entered', chargesBefore: 0 } as const

async function setUp(deps: SandboxDeps, input: SetUp): Promise<IntentSnapshot> {
  const attempt = { token: input.confirmationToken, purpose: 'set_up', ...entered } as const
  const methodId = newId('sandboxMethod', deps.clock)
  return createIntent(deps, input, { attempt, money: null, methodId })
}

/** The intent is inserted in one statement, together with its event where one is sent. */
async function createIntent(
  deps: SandboxDeps,
  request: IntentRequest,
  draft: IntentDraft,
): Promise<IntentSnapshot> {
  const row = intentRow(deps, request, draft)
  if (row === null) return rejected('token_unknown')
  const { database } = deps.uowFactory
  const times = deps.behavior.callsAfterAnswer
  const created =
    times === 0 && row.dispute === null
      ? (await insertIntents(database.kysely, [row]))[0]
      : await runUnitOfWork(deps.uowFactory, {}, async (uow) => {
          const [inserted] = await insertIntents(uow.tx, [row])
          const { organizationId, id: processorId } = row
          const event = { about: 'intent', organizationId, processorId, times } as const
          if (inserted !== undefined) {
            sendEvent(uow, deps.behavior, event)
            await openDisputes(uow, deps, [row])
          }
          return inserted
        })
  return created === undefined ? createdBefore(deps, request, draft) : intentSnapshot(deps, created)
}

/** A key identifies one charge; using it for another is a bug. */
async function createdBefore(
  deps: SandboxDeps,
  { organizationId, key }: IntentRequest,
  { attempt, money }: IntentDraft,
): Promise<IntentSnapshot> {
  const { reads } = deps.uowFactory.database
  const intent = await findIntentByKey(reads, organizationId, key)
  const isSame =
    intent?.token === attempt.token &&
    intent.purpose === attempt.purpose &&
    intent.amount === (money?.amount ?? null)
  assert(isSame, 'an idempotency key identifies one charge')
  return intentSnapshot(deps, intent)
}

async function chargeStoredCard(deps: SandboxDeps, input: Charge): Promise<IntentSnapshot> {
  const [snapshot] = await chargeStoredCards(deps, [input])
  assert(snapshot !== undefined, 'one charge makes one intent')
  return snapshot
}

function keyOf({ organizationId, processorId }: IntentKey): SandboxKey | null {
  const read = z.safeParse(idOf('sandboxIntent'), processorId)
  return read.success ? { organizationId, id: read.data } : null
}

async function snapshotOf(deps: SandboxDeps, key: IntentKey): Promise<IntentSnapshot | null> {
  const own = keyOf(key)
  const { reads } = deps.uowFactory.database
  const intent = own === null ? undefined : await findIntent(reads, own)
  return intent === undefined ? null : intentSnapshot(deps, intent)
}

async function cancel(deps: SandboxDeps, key: IntentKey): Promise<IntentSnapshot> {
  const own = keyOf(key)
  const { kysely } = deps.uowFactory.database
  if (own !== null) await endIntent(kysely, own, { status: 'canceled', declineCode: null })
  const snapshot = await snapshotOf(deps, key)
  assert(snapshot !== null, 'only created intents are canceled')
  return snapshot
}
