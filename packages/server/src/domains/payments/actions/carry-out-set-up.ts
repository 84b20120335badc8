import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { type Work, work } from '../../../platform/work.ts'
import { decideNoting, mayCharge } from '../rules/outcome.ts'
import type { IntentSeen, Processor, Unavailable } from '../rules/processor.ts'
import {
  findSetUp,
  lockSetUp,
  type SetUpChanges,
  type SetUpKey,
  type SetUpRow,
  savePendingSetUp,
} from '../store/set-ups.ts'
import { setUpEvent } from './begin-set-up.ts'
import { keepMethod } from './keep-methods.ts'
import { knownCustomer } from './known-customer.ts'
import type { PaymentParts } from './parts.ts'
import { askProcessor, isUnavailable } from './processor-of.ts'

export type SetUpOutcome =
  | { readonly status: 'succeeded'; readonly paymentMethodId: Id<'paymentMethod'> }
  | { readonly status: 'failed'; readonly reason: string; readonly message: string }
  | { readonly status: 'needs_action'; readonly clientSecret: string }
  /** Nobody knows yet. A job goes on, or whoever asks again. */
  | { readonly status: 'pending'; readonly isProcessorAway: boolean }

/**
 * The second and the third step of a set-up: asks the processor, outside of any transaction, and
 * notes what came of it. It may run at any time, any number of times and at once.
 */
export async function carryOutSetUp(parts: PaymentParts, key: SetUpKey): Promise<SetUpOutcome> {
  const setUp = await findSetUp(parts.workshop.database.kysely, key)
  assert(setUp !== undefined, 'who carries out a set-up has begun it')
  if (setUp.status !== 'pending') return outcomeOf(parts, setUp)
  const seen = await askProcessor(parts, setUp, (processor) => ask(parts, processor, setUp))
  return note(parts, setUp, seen)
}

/** Gives a set-up up that waits for its customer. */
export async function cancelSetUp(parts: PaymentParts, key: SetUpKey): Promise<SetUpOutcome> {
  const setUp = await findSetUp(parts.workshop.database.kysely, key)
  assert(setUp !== undefined, 'who cancels a set-up has begun it')
  const { organizationId, processorId } = setUp
  if (setUp.status !== 'pending' || processorId === null) return outcomeOf(parts, setUp)
  const seen = await askProcessor(parts, setUp, (processor) =>
    processor.cancel({ organizationId, processorId }),
  )
  return note(parts, setUp, seen)
}

async function ask(
  parts: PaymentParts,
  processor: Processor,
  setUp: SetUpRow,
): Promise<IntentSeen | Unavailable> {
  const { organizationId, id, processorId, confirmationToken, returnUrl } = setUp
  if (processorId !== null) {
    const found = await processor.find({ organizationId, processorId })
    return found ?? { unavailable: `it doesn't know ${processorId} any more` }
  }
  // Nothing was charged, so that nobody needs to find out what came of it.
  if (!mayCharge(setUp.begunAt, parts.clock.now())) return abandoned
  const keptFor = await knownCustomer(parts, processor, setUp)
  if (isUnavailable(keptFor)) return keptFor
  assert(confirmationToken !== null, 'a set-up that is pending has its token yet')
  return processor.setUp({
    ...keptFor,
    organizationId,
    key: id,
    confirmationToken,
    returnUrl,
    metadata: { organization_id: organizationId, set_up_id: id },
  })
}

const abandoned: IntentSeen = {
  processorId: null,
  outcome: { status: 'declined', reason: 'abandoned', method: null },
}

async function note(
  parts: PaymentParts,
  setUp: SetUpRow,
  seen: IntentSeen | Unavailable,
): Promise<SetUpOutcome> {
  if (isUnavailable(seen)) return { status: 'pending', isProcessorAway: true }
  const { organizationId } = setUp
  const noted = await work(parts.workshop, { organizationId }, (unit) =>
    noteSetUp(unit, parts, setUp, seen),
  )
  return outcomeOf(parts, noted)
}

/** Whoever comes first with an end has said it; what comes later, or again, changes nothing. */
async function noteSetUp(
  unit: Work,
  parts: Pick<PaymentParts, 'keyring'>,
  key: SetUpKey,
  seen: IntentSeen,
): Promise<SetUpRow> {
  const setUp = await lockSetUp(unit.tx, key)
  assert(setUp !== undefined, 'a set-up stays')
  if (setUp.status !== 'pending') return setUp
  const { processorId } = seen
  const changes = {
    ...(await changesBy(unit, parts, setUp, seen)),
    ...(processorId !== null && { processorId }),
  }
  const saved = await savePendingSetUp(unit.tx, key, changes, unit.now)
  assert(saved !== undefined, 'what is locked stays as it was read')
  if (saved.status === 'succeeded' || saved.status === 'failed') {
    unit.record(setUpEvent(saved.status, saved))
  }
  return saved
}

async function changesBy(
  unit: Work,
  { keyring }: Pick<PaymentParts, 'keyring'>,
  setUp: SetUpRow,
  { outcome }: IntentSeen,
): Promise<SetUpChanges> {
  const noting = decideNoting(outcome)
  if (noting === 'goes on') return {}
  if ('asks' in noting) return { clientSecret: keyring.seal(noting.asks, boundTo(setUp)) }
  const { status, declineReason, declineMessage, method } = noting
  const over = { confirmationToken: null, clientSecret: null }
  if (status === 'failed') return { ...over, status, declineReason, declineMessage }
  const { organizationId, customerId, processor, becomesDefault } = setUp
  assert(method !== null, 'what was set up is known')
  const wish = { organizationId, customerId, processor, seen: method, becomesDefault }
  const { id: paymentMethodId } = await keepMethod(unit, wish)
  return { ...over, status, paymentMethodId }
}

const boundTo = ({ organizationId, id }: SetUpKey): readonly string[] => [
  'method set-up',
  organizationId,
  id,
]

function outcomeOf({ keyring }: Pick<PaymentParts, 'keyring'>, setUp: SetUpRow): SetUpOutcome {
  const { paymentMethodId, declineReason: reason, declineMessage: message } = setUp
  if (paymentMethodId !== null) return { status: 'succeeded', paymentMethodId }
  if (reason !== null) return { status: 'failed', reason, message: message ?? reason }
  if (setUp.clientSecret === null) return { status: 'pending', isProcessorAway: false }
  const clientSecret = keyring.open(setUp.clientSecret, boundTo(setUp))
  assert(clientSecret !== null, 'what was sealed for a set-up can be opened')
  return { status: 'needs_action', clientSecret }
}
