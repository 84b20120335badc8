import { useEffect, useRef } from 'react'
import { loadStripe } from '../lib/stripe.ts'

interface StripeQuestionProps {
  publishableKey: string
  intentSecret: string
  onAnswered: () => void
}

/** Stripe shows the bank’s page itself; what came of it the server hears from Stripe. */
export function StripeQuestion({ publishableKey, intentSecret, onAnswered }: StripeQuestionProps) {
  const answered = useRef(onAnswered)
  useEffect(() => {
    loadStripe(publishableKey)
      .then((stripe) => stripe.handleNextAction({ clientSecret: intentSecret }))
      .then(() => answered.current(), reportError)
  }, [publishableKey, intentSecret])
  return null
}
