import { type RefObject, useState } from 'react'
import { type Card, cardFaults } from '#/entities/payment/card-fields.tsx'
import type { MakeToken } from '#/entities/payment/stripe-fields.tsx'
import { tokenOf } from '#/entities/payment/test-cards.ts'
import { formatMoney } from '#/lib/format.ts'
import { Refused, Unreachable } from '#/lib/request.ts'
import { confirmCheckout, loadCheckout } from './checkout-api.ts'
import { billingDetailsOf, changeOf, chosenAmountMistake, type Draft, type Wire } from './draft.ts'
import type { CheckoutForm } from './use-checkout-form.ts'
import { type Faults, faultsIn } from './validation.ts'
import type { Checkout } from './wire.ts'

const conflict = 409

interface PaymentOptions {
  secret: string
  form: CheckoutForm
  card: Card
  /** What the button says is charged. */
  shownDue: number
  today: Date
  makeToken: RefObject<MakeToken | null>
  onConfirmed: (checkout: Checkout) => void
}

/** Pays: validates locally, turns the card into a token, then confirms the checkout. */
export function usePayment({ card, today, ...options }: PaymentOptions) {
  const { secret, form, shownDue, makeToken, onConfirmed } = options
  const [isPaying, setPaying] = useState(false)

  async function pay() {
    if (isPaying) return
    setPaying(true)
    try {
      await form.saver.settle()
      const { checkout, draft } = form.now.current
      const found = localFaults(checkout, draft, { card, today })
      form.setFaults(found)
      if (Object.keys(found).length > 0) return
      // Pressed before the tax was known: the buyer agrees to the new total first.
      if (checkout.dueAmount > shownDue) return form.setFaults({ whole: newTotal(checkout) })
      const token = await tokenFor(checkout, draft)
      if (typeof token === 'object' && token !== null) return form.setFaults(token)
      onConfirmed(await confirmCheckout(secret, bodyOf(checkout, draft, token)))
    } catch (error) {
      await explain(error)
    } finally {
      setPaying(false)
    }
  }

  /** Null if no payment is required. */
  async function tokenFor(checkout: Checkout, draft: Draft): Promise<string | Faults | null> {
    if (!checkout.isPaymentFormRequired) return null
    if (!isSandbox(checkout)) {
      const make = makeToken.current
      if (make === null) return { whole: 'The card form isn’t ready yet.' }
      const made = await make(billingDetailsOf(draft))
      return typeof made === 'string' ? made : { whole: made.whole }
    }
    return tokenOf(card.number)
  }

  async function explain(error: unknown) {
    if (error instanceof Unreachable) {
      // The request may have arrived although the response was lost.
      const loaded = await loadCheckout(secret)
      if (typeof loaded === 'object' && loaded.status !== 'open') return onConfirmed(loaded)
    }
    // The credit was used by another purchase: the page shows the new total before anything is charged.
    if (error instanceof Refused && error.status === conflict) {
      await form.say(changeOf(form.now.current.draft, ['isBusiness']))
    }
    form.fail(error)
  }

  return { isPaying, pay }
}

const newTotal = ({ dueAmount, currency }: Checkout): string =>
  `The total is now ${formatMoney(dueAmount, currency.toUpperCase())}. Check it before you pay.`

const isSandbox = ({ paymentProcessorMetadata }: Checkout): boolean =>
  paymentProcessorMetadata['publishable_key'] === undefined

function localFaults(
  checkout: Checkout,
  draft: Draft,
  { card, today }: Pick<PaymentOptions, 'card' | 'today'>,
): Faults {
  const amount = chosenAmountMistake(checkout, draft.amount)
  const needsCard = checkout.isPaymentFormRequired && isSandbox(checkout)
  return {
    ...faultsIn(checkout, draft),
    ...(amount !== null && { amount }),
    ...(needsCard && cardFaults(card, today)),
  }
}

/** The whole form, so that the confirmation doesn’t depend on earlier updates. */
function bodyOf(checkout: Checkout, draft: Draft, token: string | null): Wire {
  const { customerId, dueAmount, isPaymentFormRequired, product, productPrice } = checkout
  const said = changeOf(draft, [
    'isBusiness',
    'answers',
    'country',
    ...(customerId === null ? (['email'] as const) : []),
    ...(isPaymentFormRequired ? (['name'] as const) : []),
    ...(draft.isBusiness ? (['billingName', 'taxId'] as const) : []),
    ...(productPrice.amountType === 'custom' ? (['amount'] as const) : []),
  ])
  const metered = product.prices.filter(({ amountType }) => amountType === 'metered_unit')
  const seen = { ...said, due_amount: dueAmount, metered_price_ids: metered.map(({ id }) => id) }
  return token === null ? seen : { ...seen, confirmation_token_id: token }
}
