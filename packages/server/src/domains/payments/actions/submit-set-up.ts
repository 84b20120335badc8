import { assert } from '../../../kernel/assert.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { idempotencyKey } from '../rules/idempotency-key.ts'
import { abandoned, decideOutcome, mayCharge, type SetUpOutcome } from '../rules/outcome.ts'
import type { IntentSnapshot, Processor, Unavailable } from '../rules/processor.ts'
import {
  findSetUp,
  lockSetUp,
  type SetUpChanges,
  type SetUpKey,
  type SetUpRow,
  savePendingSetUp,
} from '../store/set-ups.ts'
import { callProcessor, isUnavailable } from './call-processor.ts'
import type { PaymentDeps } from './deps.ts'
import { setUpEvent } from './payment-events.ts'
import { ensureProcessorCustomer } from './processor-customer.ts'
import { storeMethod } from './store-methods.ts'

/**
 * The second and third step of a set-up: submits it to the processor, outside of any transaction,
 * and records the outcome. Safe to repeat and to run concurrently.
 */
export async function submitSetUp(deps: PaymentDeps, key: SetUpKey): Promise<SetUpOutcome> {
  const setUp = await findSetUp(deps.uowFactory.database.kysely, key)
  assert(setUp !== undefined, 'a submitted set-up was created')
  if (setUp.status !== 'pending') return outcomeOf(deps, setUp)
  const answer = await callProcessor(deps, setUp, (processor) =>
    submitOrFind(deps, processor, setUp),
  )
  return recordAnswer(deps, setUp, answer)
}

/** Cancels a set-up that waits for its customer. */
export async function cancelSetUp(deps: PaymentDeps, key: SetUpKey): Promise<SetUpOutcome> {
  const setUp = await findSetUp(deps.uowFactory.database.kysely, key)
  assert(setUp !== undefined, 'a canceled set-up was created')
  const { organizationId, processorId } = setUp
  if (setUp.status !== 'pending' || processorId === null) return outcomeOf(deps, setUp)
  const answer = await callProcessor(deps, setUp, (processor) =>
    processor.cancel({ organizationId, processorId }),
  )
  return recordAnswer(deps, setUp, answer)
}

async function submitOrFind(
  deps: PaymentDeps,
  processor: Processor,
  setUp: SetUpRow,
): Promise<IntentSnapshot | Unavailable> {
  const { organizationId, id, processorId, confirmationToken, returnUrl } = setUp
  if (processorId !== null) {
    const found = await processor.find({ organizationId, processorId })
    return found ?? { unavailable: `it doesn't know ${processorId} any more` }
  }
  // Nothing was charged, so the lost answer doesn’t matter.
  if (!mayCharge(setUp.startedAt, deps.clock.now())) {
    return { processorId: null, outcome: abandoned }
  }
  const owner = await ensureProcessorCustomer(deps, processor, setUp)
  if (isUnavailable(owner)) return owner
  assert(confirmationToken !== null, 'a pending set-up has its token')
  return processor.setUp({
    ...owner,
    organizationId,
    key: idempotencyKey('set_up', id),
    confirmationToken,
    returnUrl,
    metadata: { organization_id: organizationId, set_up_id: id },
  })
}

async function recordAnswer(
  deps: PaymentDeps,
  setUp: SetUpRow,
  answer: IntentSnapshot | Unavailable,
): Promise<SetUpOutcome> {
  if (isUnavailable(answer)) return { status: 'pending', isProcessorUnavailable: true }
  const { organizationId } = setUp
  const recorded = await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    recordSetUp(uow, deps, setUp, answer),
  )
  return outcomeOf(deps, recorded)
}

/** The first end counts; later and repeated outcomes change nothing. */
async function recordSetUp(
  uow: UnitOfWork,
  deps: Pick<PaymentDeps, 'keyring'>,
  key: SetUpKey,
  intent: IntentSnapshot,
): Promise<SetUpRow> {
  const setUp = await lockSetUp(uow.tx, key)
  assert(setUp !== undefined, 'set-ups are never deleted')
  if (setUp.status !== 'pending') return setUp
  const { processorId } = intent
  const changes = {
    ...(await changesBy(uow, deps, setUp, intent)),
    ...(processorId !== null && { processorId }),
  }
  const saved = await savePendingSetUp(uow.tx, key, changes, uow.now)
  assert(saved !== undefined, 'a locked set-up doesn’t change')
  if (saved.status === 'succeeded' || saved.status === 'failed') {
    uow.record(setUpEvent(`payment_method_set_up.${saved.status}`, saved))
  }
  return saved
}

async function changesBy(
  uow: UnitOfWork,
  { keyring }: Pick<PaymentDeps, 'keyring'>,
  setUp: SetUpRow,
  { outcome }: IntentSnapshot,
): Promise<SetUpChanges> {
  const decision = decideOutcome(outcome)
  if (decision === 'unchanged') return {}
  if ('clientSecret' in decision) {
    return { clientSecret: keyring.seal(decision.clientSecret, boundTo(setUp)) }
  }
  const { status, declineReason, declineMessage, method } = decision
  const ended = { confirmationToken: null, clientSecret: null }
  if (status === 'failed') return { ...ended, status, declineReason, declineMessage }
  const { organizationId, customerId, checkoutId, processor, becomesDefault } = setUp
  assert(method !== null, 'a set-up that succeeded has a method')
  const toStore = {
    organizationId,
    customerId,
    processor,
    snapshot: method,
    becomesDefault,
    checkoutId: setUp.forPurchaseOnly ? checkoutId : null,
    // In the portal the customer has seen what is overdue; a checkout shows only its own total.
    collectsOverdue: checkoutId === null,
  }
  const { id: paymentMethodId } = await storeMethod(uow, toStore)
  return { ...ended, status, paymentMethodId }
}

/** Stored secrets depend on these words, so they never change. */
const boundTo = ({ organizationId, id }: SetUpKey): readonly string[] => [
  'method set-up',
  organizationId,
  id,
]

function outcomeOf({ keyring }: Pick<PaymentDeps, 'keyring'>, setUp: SetUpRow): SetUpOutcome {
  const { paymentMethodId, declineReason: reason, declineMessage: message } = setUp
  if (paymentMethodId !== null) return { status: 'succeeded', paymentMethodId }
  if (reason !== null) return { status: 'failed', reason, message: message ?? reason }
  if (setUp.clientSecret === null) return { status: 'pending', isProcessorUnavailable: false }
  const clientSecret = keyring.open(setUp.clientSecret, boundTo(setUp))
  assert(clientSecret !== null, 'the client secret of a set-up can be decrypted')
  return { status: 'needs_action', clientSecret }
}
