import { useEffect, useRef } from 'react'
import { loadStripe } from './stripe.ts'

interface StripeQuestionProps {
  publishableKey: string
  intentSecret: string
  onAnswered: () => void
  /** By default the page waits for the server. */
  onFailed?: () => void
}

/** Stripe shows the bank’s page itself and reports the result to the server. */
export function StripeQuestion(props: StripeQuestionProps) {
  const { publishableKey, intentSecret, onAnswered, onFailed } = props
  const answered = useRef(onAnswered)
  const failed = useRef(onFailed)
  useEffect(() => {
    loadStripe(publishableKey)
      .then((stripe) => stripe.handleNextAction({ clientSecret: intentSecret }))
      .then(
        () => answered.current(),
        (error: unknown) => {
          reportError(error)
          failed.current?.()
        },
      )
  }, [publishableKey, intentSecret])
  return null
}
