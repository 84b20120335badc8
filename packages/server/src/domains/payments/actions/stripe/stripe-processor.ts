import type { Logger } from 'pino'
import { Stripe } from 'stripe'
import { isStripeRefusal, stripeFailure } from '../../../../platform/stripe/open-stripe.ts'
import type {
  Charge,
  IntentKey,
  IntentSeen,
  Processor,
  SetUp,
  Source,
  Unavailable,
} from '../../rules/processor.ts'
import { forgetAtStripe, knowAtStripe } from './customers.ts'
import { declined, outcomeOf, refusalReason } from './intent-seen.ts'
import { lookAtStripe } from './look.ts'
import { refundAtStripe } from './refund.ts'

/** Cards through Stripe. Their numbers stay between the buyer's browser and Stripe. */
export const stripeProcessor = (stripe: Stripe, log: Logger): Processor => ({
  charge: (wish) => seen(() => charge({ stripe, log }, wish)),
  chargeAll: (wishes) => severalAtOnce(wishes, (wish) => seen(() => charge({ stripe, log }, wish))),
  know: (customer) => seen(() => knowAtStripe(stripe, customer)),
  forget: ({ method }) => seen(() => forgetAtStripe(stripe, method)),
  setUp: (wish) => seen(() => setUp({ stripe, log }, wish)),
  find: ({ processorId }) => seen(() => find(stripe, processorId)),
  findByKey: ({ key }) => seen(() => findByKey(stripe, key)),
  cancel: (key) => seen(() => cancel(stripe, key)),
  refund: (wish) => seen(() => refundAtStripe(stripe, wish)),
  look: (subject) => seen(() => lookAtStripe(subject, { stripe, intentSeen: closedSeen(stripe) })),
})

/** What Stripe is not to blame for is a bug of ours, and thrown on. */
async function seen<T>(ask: () => Promise<T>): Promise<T | Unavailable> {
  try {
    return await ask()
  } catch (error) {
    const failure = stripeFailure(error) ?? refusalLine(error)
    if (failure === null) throw error
    return { unavailable: failure }
  }
}

/** A question that Stripe refuses is as little an answer. */
const refusalLine = (error: unknown): string | null =>
  isStripeRefusal(error) ? `${error.type}: ${error.message}` : null

const withMethod = { expand: ['payment_method'] }

interface Making {
  readonly stripe: Stripe
  readonly log: Logger
}

async function charge(making: Making, wish: Charge): Promise<IntentSeen> {
  const { statementSuffix, returnUrl } = wish
  const asked = making.stripe.paymentIntents.create(
    {
      amount: wish.amount,
      currency: wish.currency,
      confirm: true,
      ...sourceOf(wish.source),
      ...(statementSuffix !== null && { statement_descriptor_suffix: statementSuffix }),
      ...(returnUrl !== null && { return_url: returnUrl }),
      metadata: { ...wish.metadata, description: wish.description },
      ...withMethod,
    },
    { idempotencyKey: wish.key },
  )
  const made = await madeOf(making, asked)
  return 'method' in wish.source ? withoutQuestions(making.stripe, made) : made
}

/** A bank that asks for somebody who isn’t there says no. */
async function withoutQuestions(stripe: Stripe, made: IntentSeen): Promise<IntentSeen> {
  const { processorId, outcome } = made
  if (outcome.status !== 'needs_action' || processorId === null) return made
  const closed = outcomeOf(await close(stripe, processorId))
  const isPaid = closed !== 'open' && closed.status === 'succeeded'
  const reason = 'authentication_required'
  return {
    processorId,
    outcome: isPaid ? closed : { status: 'declined', reason, method: null },
  }
}

/** Whoever isn’t there can’t be sent elsewhere either. */
const sourceOf = (source: Source) =>
  'method' in source
    ? {
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' as const },
        payment_method: source.method,
        ...(source.customer !== null && { customer: source.customer }),
        off_session: true,
      }
    : {
        automatic_payment_methods: { enabled: true },
        confirmation_token: source.confirmationToken,
        use_stripe_sdk: true,
        ...(source.keepsFor !== null && {
          setup_future_usage: 'off_session' as const,
          ...(source.keepsFor.customer !== null && { customer: source.keepsFor.customer }),
        }),
      }

async function setUp(making: Making, wish: SetUp): Promise<IntentSeen> {
  const asked = making.stripe.setupIntents.create(
    {
      confirm: true,
      usage: 'off_session',
      use_stripe_sdk: true,
      confirmation_token: wish.confirmationToken,
      ...(wish.customer !== null && { customer: wish.customer }),
      ...(wish.returnUrl !== null && { return_url: wish.returnUrl }),
      metadata: wish.metadata,
      ...withMethod,
    },
    { idempotencyKey: wish.key },
  )
  return madeOf(making, asked)
}

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

/** A decline comes as an error that holds the intent, or comes before there is one. */
async function madeOf({ stripe, log }: Making, asked: Promise<Intent>): Promise<IntentSeen> {
  try {
    return await closedSeen(stripe)(await asked)
  } catch (error) {
    if (!isStripeRefusal(error)) throw error
    const intent = error.payment_intent ?? error.setup_intent
    if (intent !== undefined) return closedSeen(stripe)(intent)
    // Most of such reasons are nothing a buyer could mend.
    log.warn({ code: error.code, reason: error.message }, 'Stripe turned a charge away')
    const outcome = { status: 'declined', reason: refusalReason(error), method: null } as const
    return { processorId: null, outcome }
  }
}

/**
 * An intent that was declined would take another card from whoever has its client secret. Ours is
 * over then, so it's closed before anybody hears that it was declined.
 */
const closedSeen =
  (stripe: Stripe) =>
  async (intent: Intent): Promise<IntentSeen> => {
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

/** As it is then: who pays at that very moment is not stopped. */
async function close(stripe: Stripe, id: string): Promise<Intent> {
  const wish = { cancellation_reason: 'abandoned', ...withMethod } as const
  try {
    return isSetUp(id)
      ? await stripe.setupIntents.cancel(id, wish)
      : await stripe.paymentIntents.cancel(id, wish)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return retrieve(stripe, id)
  }
}

async function cancel(stripe: Stripe, { processorId }: IntentKey): Promise<IntentSeen> {
  const intent = await close(stripe, processorId)
  const outcome = outcomeOf(intent)
  return { processorId, outcome: outcome === 'open' ? declined(intent) : outcome }
}

async function find(stripe: Stripe, id: string): Promise<IntentSeen | null> {
  try {
    return await closedSeen(stripe)(await retrieve(stripe, id))
  } catch (error) {
    if (isStripeRefusal(error) && error.code === 'resource_missing') return null
    throw error
  }
}

/** The index of the search is minutes behind, and is asked about what is hours old. */
async function findByKey(stripe: Stripe, key: string): Promise<IntentSeen | null> {
  const { data } = await stripe.paymentIntents.search({
    query: `metadata['payment_id']:'${key}'`,
    limit: 1,
    expand: ['data.payment_method'],
  })
  const [intent] = data
  return intent === undefined ? null : closedSeen(stripe)(intent)
}

const chargesAtOnceMax = 8

/** The answers in the order of the wishes. */
async function severalAtOnce<W, A>(
  wishes: readonly W[],
  ask: (wish: W) => Promise<A>,
): Promise<A[]> {
  const answers: A[] = []
  for (let at = 0; at < wishes.length; at += chargesAtOnceMax) {
    answers.push(...(await Promise.all(wishes.slice(at, at + chargesAtOnceMax).map(ask))))
  }
  return answers
}
