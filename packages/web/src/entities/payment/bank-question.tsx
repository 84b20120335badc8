import type { ReactNode } from 'react'
import { BankDialog } from './bank-dialog.tsx'
import { StripeQuestion } from './stripe-question.tsx'

interface BankQuestionProps {
  /** Null in the sandbox. */
  publishableKey: string | null
  intentSecret: string
  /** Also if it could not be asked: the state of the payment says what to do. */
  onAnswered: () => void
  /** What the sandbox asks; the question of a real bank is its own. */
  children: ReactNode
}

/** The bank asks its customer to confirm a payment. */
export function BankQuestion({ publishableKey, children, ...asked }: BankQuestionProps) {
  if (publishableKey === null) return <BankDialog {...asked}>{children}</BankDialog>
  return <StripeQuestion {...asked} publishableKey={publishableKey} onFailed={asked.onAnswered} />
}
