import { useEffect, useRef, useState } from 'react'
import { BankDialog } from '#/entities/payment/bank-dialog.tsx'
import { StripeQuestion } from '#/entities/payment/stripe-question.tsx'
import { formatMoney } from '#/lib/format.ts'
import { Spinner } from '#/ui/spinner.tsx'
import { watchCheckout } from './checkout-progress.ts'
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

/** The order usually arrives with the status; the page waits briefly for it. */
const orderWaitMilliseconds = 2_000
const slowMilliseconds = 15_000

/** From payment to order: the bank's challenge, if any, then the server's updates. */
export function Confirming({ secret, checkout, onOutcome }: ConfirmingProps) {
  const { intent_client_secret: intentSecret, intent_status: intentStatus } =
    checkout.paymentProcessorMetadata
  const [isAnswered, setAnswered] = useState(intentStatus !== 'requires_action')
  const isSlow = useSlowness(isAnswered)
  useOutcome(secret, onOutcome)
  return (
    <Column
      isResult
      title={isAnswered ? titleFor(checkout) : 'Confirm the payment'}
      embedOrigin={checkout.embedOrigin}
      isClosable={false}
      icon={<Spinner className="size-6 text-accent" />}
    >
      <output className="text-ink-2">
        {isAnswered
          ? 'This takes a few seconds. Please don’t close this page.'
          : 'Your bank asks you to confirm this payment.'}
        {isSlow && ' This is taking longer than usual. This page updates as soon as it’s done.'}
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

const titleFor = ({ dueAmount }: Checkout): string =>
  dueAmount > 0 ? 'Your payment is being processed' : 'Just a moment'

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
  const { dueAmount, currency, organization } = checkout
  return (
    <BankDialog intentSecret={intentSecret} onAnswered={onAnswered}>
      Pay{' '}
      <strong className="font-semibold text-ink">
        {formatMoney(dueAmount, currency.toUpperCase())}
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
  const reported = useRef(onOutcome)
  useEffect(() => {
    reported.current = onOutcome
  })
  useEffect(() => {
    let orderId: string | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = (status: Checkout['status']) => {
      stop()
      clearTimeout(timer)
      reported.current({ status, orderId })
    }
    let isPaid = false
    const stop = watchCheckout(secret, (progress) => {
      orderId = progress.orderId ?? orderId
      isPaid ||= progress.status === 'succeeded'
      if (progress.status !== undefined && over.has(progress.status)) return end(progress.status)
      if (isPaid && orderId !== null) return end('succeeded')
      if (isPaid) timer ??= setTimeout(() => end('succeeded'), orderWaitMilliseconds)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [secret])
}

/** Declined or expired: nothing more to wait for. */
const over: ReadonlySet<Checkout['status']> = new Set(['open', 'expired', 'failed'])
