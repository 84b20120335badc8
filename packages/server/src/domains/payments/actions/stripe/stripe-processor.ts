import type { Logger } from 'pino'
import { Stripe } from 'stripe'
import { isStripeRefusal, stripeFailure } from '../../../../platform/stripe/open-stripe.ts'
import type {
  Charge,
  CustomerReference,
  IntentKey,
  IntentSnapshot,
  NewProcessorCustomer,
  Processor,
  SetUp,
  Source,
  Unavailable,
} from '../../rules/processor.ts'
import {
  fetchTransactionsFromStripe,
  findPaymentAtStripe,
  listTransactionsAtStripe,
} from './balance-transactions.ts'
import { fetchSubjectFromStripe } from './fetch-subject.ts'
import { declined, outcomeOf, refusalReason } from './intent-snapshot.ts'
import { refundAtStripe } from './refund.ts'

/** Cards through Stripe. Their numbers pass only between the buyer’s browser and Stripe. */
export const stripeProcessor = (stripe: Stripe, log: Logger): Processor => ({
  charge: (input) => answered(() => charge({ stripe, log }, input)),
  chargeAll: (charges) =>
    inParallel(charges, (input) => answered(() => charge({ stripe, log }, input))),
  createCustomer: (customer) => answered(() => createStripeCustomer(stripe, customer)),
  detach: ({ method }) => answered(() => detachStripeMethod(stripe, method)),
  setUp: (input) => answered(() => setUp({ stripe, log }, input)),
  find: ({ processorId }) => answered(() => find(stripe, processorId)),
  findCharge: ({ paymentId }) => answered(() => findCharge(stripe, paymentId)),
  searchLagMilliseconds: 600_000,
  cancel: (key) => answered(() => cancel(stripe, key)),
  refund: (request) => answered(() => refundAtStripe(stripe, request)),
  fetchSubject: (subject) =>
    answered(() => fetchSubjectFromStripe(subject, { stripe, snapshotOf: closedSnapshot(stripe) })),
  fetchTransactions: (subject) => answered(() => fetchTransactionsFromStripe(stripe, subject)),
  listTransactions: (window) => answered(() => listTransactionsAtStripe(stripe, window)),
  findPaymentOf: (intentId) => answered(() => findPaymentAtStripe(stripe, intentId)),
})

/** An error that isn’t Stripe’s is a bug of ours, and rethrown. */
async function answered<T>(call: () => Promise<T>): Promise<T | Unavailable> {
  try {
    return await call()
  } catch (error) {
    const failure = stripeFailure(error) ?? refusalLine(error)
    if (failure === null) throw error
    return { unavailable: failure }
  }
}

/** A refused request also has no outcome. */
const refusalLine = (error: unknown): string | null =>
  isStripeRefusal(error) ? `${error.type}: ${error.message}` : null

const withMethod = { expand: ['payment_method'] }

interface Deps {
  readonly stripe: Stripe
  readonly log: Logger
}

async function charge(deps: Deps, input: Charge): Promise<IntentSnapshot> {
  const { statementSuffix, returnUrl } = input
  const creating = deps.stripe.paymentIntents.create(
    {
      amount: input.amount,
      currency: input.currency,
      confirm: true,
      ...sourceOf(input.source),
      ...(statementSuffix !== null && { statement_descriptor_suffix: statementSuffix }),
      ...(returnUrl !== null && { return_url: returnUrl }),
      metadata: { ...input.metadata, description: input.description },
      ...withMethod,
    },
    { idempotencyKey: input.key },
  )
  const created = await snapshotOfCreated(deps, creating)
  const { source } = input
  const isAbsent = 'method' in source && !source.isCustomerPresent
  return isAbsent ? withoutAuthentication(deps.stripe, created) : created
}

/** An absent customer can’t authenticate, so a bank that requires it has declined. */
async function withoutAuthentication(
  stripe: Stripe,
  created: IntentSnapshot,
): Promise<IntentSnapshot> {
  const { processorId, outcome } = created
  if (outcome.status !== 'needs_action' || processorId === null) return created
  const closed = outcomeOf(await close(stripe, processorId))
  const isPaid = closed !== 'open' && closed.status === 'succeeded'
  const reason = 'authentication_required'
  return {
    processorId,
    outcome: isPaid ? closed : { status: 'declined', reason, method: null },
  }
}

/** A stored card needs no redirection: its customer is absent, or asked by Stripe’s script. */
const sourceOf = (source: Source) =>
  'method' in source
    ? {
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' as const },
        payment_method: source.method,
        ...(source.customer !== null && { customer: source.customer }),
        ...(source.isCustomerPresent ? { use_stripe_sdk: true } : { off_session: true }),
      }
    : {
        automatic_payment_methods: { enabled: true },
        confirmation_token: source.confirmationToken,
        use_stripe_sdk: true,
        ...(source.storeFor !== null && {
          setup_future_usage: 'off_session' as const,
          ...(source.storeFor.customer !== null && { customer: source.storeFor.customer }),
        }),
      }

async function setUp(deps: Deps, input: SetUp): Promise<IntentSnapshot> {
  const creating = deps.stripe.setupIntents.create(
    {
      confirm: true,
      usage: 'off_session',
      use_stripe_sdk: true,
      confirmation_token: input.confirmationToken,
      ...(input.customer !== null && { customer: input.customer }),
      ...(input.returnUrl !== null && { return_url: input.returnUrl }),
      metadata: input.metadata,
      ...withMethod,
    },
    { idempotencyKey: input.key },
  )
  return snapshotOfCreated(deps, creating)
}

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

/** A decline is an error, with the intent where there is one already. */
async function snapshotOfCreated(
  { stripe, log }: Deps,
  creating: Promise<Intent>,
): Promise<IntentSnapshot> {
  try {
    return await closedSnapshot(stripe)(await creating)
  } catch (error) {
    if (!isStripeRefusal(error)) throw error
    const intent = error.payment_intent ?? error.setup_intent
    if (intent !== undefined) return closedSnapshot(stripe)(intent)
    // Most of these are mistakes that a buyer can’t correct.
    log.warn({ code: error.code, reason: error.message }, 'Stripe rejected a charge')
    const outcome = { status: 'declined', reason: refusalReason(error), method: null } as const
    return { processorId: null, outcome }
  }
}

/**
 * A declined intent would accept another card from everyone with its client secret. Our payment is
 * over then, so the intent is closed before the decline is returned.
 */
const closedSnapshot =
  (stripe: Stripe) =>
  async (intent: Intent): Promise<IntentSnapshot> => {
    const outcome = outcomeOf(intent)
    if (outcome !== 'open') return { processorId: intent.id, outcome }
    const closed = await close(stripe, intent.id)
    const then = outcomeOf(closed)
    return { processorId: intent.id, outcome: then === 'open' ? declined(closed) : then }
  }

const isSetUp = (id: string): boolean => id.startsWith('seti_')

const retrieve = (stripe: Stripe, id: string): Promise<Intent> =>
  isSetUp(id)
    ? stripe.setupIntents.retrieve(id, withMethod)
    : stripe.paymentIntents.retrieve(id, withMethod)

/** Returns the state afterwards: a payment that has just succeeded isn’t canceled. */
async function close(stripe: Stripe, id: string): Promise<Intent> {
  const options = { cancellation_reason: 'abandoned', ...withMethod } as const
  try {
    return isSetUp(id)
      ? await stripe.setupIntents.cancel(id, options)
      : await stripe.paymentIntents.cancel(id, options)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return retrieve(stripe, id)
  }
}

async function cancel(stripe: Stripe, { processorId }: IntentKey): Promise<IntentSnapshot> {
  const intent = await close(stripe, processorId)
  const outcome = outcomeOf(intent)
  return { processorId, outcome: outcome === 'open' ? declined(intent) : outcome }
}

async function find(stripe: Stripe, id: string): Promise<IntentSnapshot | null> {
  try {
    return await closedSnapshot(stripe)(await retrieve(stripe, id))
  } catch (error) {
    if (isStripeRefusal(error) && error.code === 'resource_missing') return null
    throw error
  }
}

/** The search index lags by up to some minutes. */
async function findCharge(stripe: Stripe, paymentId: string): Promise<IntentSnapshot | null> {
  const { data } = await stripe.paymentIntents.search({
    query: `metadata['payment_id']:'${paymentId}'`,
    limit: 1,
    expand: ['data.payment_method'],
  })
  const [intent] = data
  return intent === undefined ? null : closedSnapshot(stripe)(intent)
}

const parallelMax = 8

/** A few concurrent calls. The results have the order of the inputs. */
async function inParallel<I, R>(
  inputs: readonly I[],
  call: (input: I) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < inputs.length; at += parallelMax) {
    results.push(...(await Promise.all(inputs.slice(at, at + parallelMax).map(call))))
  }
  return results
}

/** Stripe stores cards only for its own customers. */
async function createStripeCustomer(
  stripe: Stripe,
  { email, name, metadata, key }: NewProcessorCustomer,
): Promise<CustomerReference> {
  const created = await stripe.customers.create(
    { email, ...(name !== null && { name }), metadata },
    { idempotencyKey: key },
  )
  return { processorId: created.id }
}

/** A method that Stripe doesn’t have any more counts as detached. */
async function detachStripeMethod(stripe: Stripe, method: string): Promise<'detached'> {
  try {
    await stripe.paymentMethods.detach(method)
  } catch (error) {
    if (!isStripeRefusal(error)) throw error
  }
  return 'detached'
}
