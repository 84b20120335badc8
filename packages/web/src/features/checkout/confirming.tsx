import { useEffect, useRef, useState } from 'react'
import { formatMoney } from '../../lib/format.ts'
import { BankDialog } from '../../ui/bank-dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { StripeQuestion } from '../../ui/stripe-question.tsx'
import { hearOf } from './checkout-news.ts'
import { Column } from './column.tsx'
import type { Checkout } from './wire.ts'

export interface Outcome {
  status: Checkout['status']
  orderId: string | null
}

interface ConfirmingProps {
  secret: string
  checkout: Checkout
  onOutcome: (outcome: Outcome) => void
}

/** The order mostly comes with the status; the page waits a moment for it. */
const orderWaitMilliseconds = 2_000
const slowMilliseconds = 15_000

/** From the payment to the order: the bank’s question where it has one, then what the server tells. */
export function Confirming({ secret, checkout, onOutcome }: ConfirmingProps) {
  const { intent_client_secret: intentSecret, intent_status: intentStatus } =
    checkout.paymentProcessorMetadata
  const [isAnswered, setAnswered] = useState(intentStatus !== 'requires_action')
  const isSlow = useSlowness(isAnswered)
  useOutcome(secret, onOutcome)
  return (
    <Column
      isNews
      title={isAnswered ? titleFor(checkout) : 'Confirm the payment'}
      embedOrigin={checkout.embedOrigin}
      isClosable={false}
      icon={<Spinner className="size-6 text-accent" />}
    >
      <output className="text-ink-2">
        {isAnswered
          ? 'This takes a few seconds. Please don’t close this page.'
          : 'Your bank wants to know that it’s you.'}
        {isSlow &&
          ' It takes longer than usual, but nothing is lost: this page tells you as soon as it’s done.'}
      </output>
      {!isAnswered && intentSecret !== undefined && (
        <Question
          checkout={checkout}
          intentSecret={intentSecret}
          onAnswered={() => setAnswered(true)}
        />
      )}
    </Column>
  )
}

const titleFor = ({ totalAmount }: Checkout): string =>
  totalAmount > 0 ? 'Your payment is being processed' : 'Just a moment'

interface QuestionProps {
  checkout: Checkout
  intentSecret: string
  onAnswered: () => void
}

function Question(props: QuestionProps) {
  const publishableKey = props.checkout.paymentProcessorMetadata['publishable_key']
  if (publishableKey === undefined) return <TestQuestion {...props} />
  const { intentSecret, onAnswered } = props
  return (
    <StripeQuestion
      publishableKey={publishableKey}
      intentSecret={intentSecret}
      onAnswered={onAnswered}
    />
  )
}

function TestQuestion({ checkout, intentSecret, onAnswered }: QuestionProps) {
  const { totalAmount, currency, organization } = checkout
  return (
    <BankDialog intentSecret={intentSecret} onAnswered={onAnswered}>
      Do you want to pay{' '}
      <strong className="font-semibold text-ink">
        {formatMoney(totalAmount, currency.toUpperCase())}
      </strong>{' '}
      to {organization.name}?
    </BankDialog>
  )
}

function useSlowness(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setSlow(true), slowMilliseconds)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isSlow
}

function useOutcome(secret: string, onOutcome: (outcome: Outcome) => void): void {
  const told = useRef(onOutcome)
  useEffect(() => {
    told.current = onOutcome
  })
  useEffect(() => {
    let orderId: string | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = (status: Checkout['status']) => {
      stop()
      clearTimeout(timer)
      told.current({ status, orderId })
    }
    let isPaid = false
    const stop = hearOf(secret, (news) => {
      orderId = news.orderId ?? orderId
      isPaid ||= news.status === 'succeeded'
      if (news.status !== undefined && over.has(news.status)) return end(news.status)
      if (isPaid && orderId !== null) return end('succeeded')
      if (isPaid) timer ??= setTimeout(() => end('succeeded'), orderWaitMilliseconds)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [secret])
}

/** Declined, or too late: there is nothing more to wait for. */
const over: ReadonlySet<Checkout['status']> = new Set(['open', 'expired', 'failed'])
