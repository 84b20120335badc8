import { type ReactNode, useEffect, useRef, useState } from 'react'
import { failureWords } from '../lib/failure-words.ts'
import { Refused } from '../lib/request.ts'
import { answerBank, type BankAnswer } from '../lib/sandbox-bank.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

interface BankDialogProps {
  /** What it asks. */
  children: ReactNode
  intentSecret: string
  onAnswered: () => void
}

/** The bank’s page, which the sandbox plays. */
export function BankDialog({ children, intentSecret, onAnswered }: BankDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [asked, setAsked] = useState<BankAnswer | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  const answer = async (outcome: BankAnswer) => {
    setAsked(outcome)
    try {
      await answerBank(intentSecret, outcome)
      onAnswered()
    } catch (error) {
      // Answered before, such as in another tab.
      if (error instanceof Refused && [403, 404, 409].includes(error.status)) return onAnswered()
      setAsked(null)
      setFailure(failureWords(error))
    }
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby="bank-title"
      className="m-auto w-[calc(100%-2rem)] max-w-95 rounded-l border bg-surface p-5 text-ink backdrop:bg-scrim"
      // Without an answer the payment would hang.
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
    >
      <div className="grid gap-4">
        <h2 id="bank-title" className="text-title">
          Your bank asks
        </h2>
        <p className="text-ink-2">
          {children} This is a test: no bank is asked, and no money moves.
        </p>
        {failure !== null && <Banner tone="bad">{failure}</Banner>}
        <div className="grid gap-2">
          <Button
            variant="primary"
            size="l"
            wide
            loading={asked === 'confirmed'}
            disabled={asked === 'declined'}
            onClick={() => answer('confirmed')}
          >
            Approve
          </Button>
          <Button
            size="l"
            wide
            loading={asked === 'declined'}
            disabled={asked === 'confirmed'}
            onClick={() => answer('declined')}
          >
            Decline
          </Button>
        </div>
      </div>
    </dialog>
  )
}
