import type { BodyInput } from '@guildhall/contract/operation'
import type {
  OrderPayment,
  PayableOrder,
  payOrder,
} from '@guildhall/contract/portal/order-payments'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { BankQuestion } from '#/entities/payment/bank-question.tsx'
import { type Card, CardFields, cardFaults, noCard } from '#/entities/payment/card-fields.tsx'
import { methodName } from '#/entities/payment/method-text.ts'
import { type MakeToken, StripeFields } from '#/entities/payment/stripe-fields.tsx'
import { tokenOf } from '#/entities/payment/test-cards.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatMoney } from '#/lib/format.ts'
import { Checkbox } from '#/ui/checkbox.tsx'
import { RadioGroup } from '#/ui/radio-group.tsx'
import { useRealNow } from '#/ui/use-now.ts'
import type { PaymentMethod } from './portal-queries.ts'
import { useOnSession } from './use-on-session.ts'

type PaymentSource = BodyInput<typeof payOrder>

interface OrderPaymentOptions {
  order: PayableOrder
  /** The payer’s own cards; none for anyone who has a link. */
  methods: readonly PaymentMethod[]
  /** Whether an entered card can be kept for the subscription. */
  mayKeep: boolean
  pay: (source: PaymentSource) => Promise<OrderPayment>
  confirm: (payment: OrderPayment) => Promise<OrderPayment>
  onPaid: () => void
}

const another = 'another'

/** Pays an order with a stored card, or with one that is entered. */
export function useOrderPayment(options: OrderPaymentOptions) {
  const { order, methods, mayKeep, pay, confirm, onPaid } = options
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const stored = methods.find((one) => one.default) ?? methods[0]
  const [choice, setChoice] = useState<string>(stored?.id ?? another)
  const entered = useEnteredCard(order)
  const [isKept, setKept] = useState(false)
  const session = useOnSession({ confirm, onSucceeded: onPaid, onFailed: setFailure })
  const chosen = methods.find(({ id }) => id === choice)
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    await work()
      .catch((error: unknown) => setFailure(failureMessage(error)))
      .finally(() => setBusy(false))
  }
  const begin = async () => {
    if (chosen !== undefined) return session.begin(await pay({ paymentMethodId: chosen.id }))
    const token = await entered.makeToken()
    if (token === null) return
    if (typeof token !== 'string') return setFailure(token.whole)
    const kept = mayKeep && isKept ? { saveCard: true } : {}
    session.begin(await pay({ confirmationTokenId: token, ...kept }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void attempt(begin)
  }
  const fields = (
    <>
      {methods.length > 0 && (
        <RadioGroup
          boxed
          legend="Pay with"
          options={[
            ...methods.map((one) => ({ value: String(one.id), label: methodName(one) })),
            { value: another, label: 'Another card' },
          ]}
          value={choice}
          onChange={setChoice}
        />
      )}
      {chosen === undefined && entered.fields}
      {chosen === undefined && mayKeep && (
        <Checkbox
          label="Use this card for future payments of the subscription"
          checked={isKept}
          onChange={({ target }) => setKept(target.checked)}
        />
      )}
    </>
  )
  return { fields, submit, isBusy, failure, question: questionOf(order, session, attempt) }
}

type Session = ReturnType<typeof useOnSession<OrderPayment>>

function questionOf(
  { dueAmount, currency, seller, publishableKey }: PayableOrder,
  { asked, carryOn }: Session,
  attempt: (work: () => Promise<void>) => Promise<void>,
): ReactNode {
  if (asked?.clientSecret == null) return null
  return (
    <BankQuestion
      publishableKey={publishableKey}
      intentSecret={asked.clientSecret}
      onAnswered={() => void attempt(() => carryOn(asked))}
    >
      Pay{' '}
      <strong className="font-semibold text-ink">
        {formatMoney(dueAmount, currency.toUpperCase())}
      </strong>{' '}
      to {seller.name}?
    </BankQuestion>
  )
}

/** The card form: Stripe’s, or that of the sandbox. Its token is null where fields are wrong. */
function useEnteredCard({ publishableKey, dueAmount: amount, currency }: PayableOrder) {
  const [card, setCard] = useState<Card>(noCard)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const make = useRef<MakeToken | null>(null)
  const today = useRealNow()
  const makeTestToken = async () => {
    const found = cardFaults(card, today)
    setFaults(found)
    return Object.keys(found).length > 0 ? null : tokenOf(card.number)
  }
  const makeRealToken = async () => (await make.current?.({})) ?? notReady
  if (publishableKey === null) {
    return {
      fields: <CardFields card={card} faults={faults} onChange={setCard} />,
      makeToken: makeTestToken,
    }
  }
  const fields = (
    <StripeFields
      asksBillingDetails
      publishableKey={publishableKey}
      purpose={{ mode: 'payment', amount, currency }}
      makeToken={make}
    />
  )
  return { fields, makeToken: makeRealToken }
}

const notReady = { whole: 'The card form isn’t ready yet.' }
