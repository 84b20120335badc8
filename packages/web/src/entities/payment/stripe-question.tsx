import { useEffect, useRef } from 'react'
import { loadStripe } from './stripe.ts'

interface StripeQuestionProps {
  publishableKey: string
  intentSecret: string
  onAnswered: () => void
}

/** Stripe shows the bank’s page itself and reports the result to the server. */
export function StripeQuestion({ publishableKey, intentSecret, onAnswered }: StripeQuestionProps) {
  const answered = useRef(onAnswered)
  useEffect(() => {
    loadStripe(publishableKey)
      .then((stripe) => stripe.handleNextAction({ clientSecret: intentSecret }))
      .then(() => answered.current(), reportError)
  }, [publishableKey, intentSecret])
  return null
}
