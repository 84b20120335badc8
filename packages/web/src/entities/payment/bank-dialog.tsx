import { type ReactNode, useEffect, useRef, useState } from 'react'
import { failureMessage } from '#/lib/failure-message.ts'
import { Refused, request } from '#/lib/request.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'

interface BankDialogProps {
  /** The question that it asks. */
  children: ReactNode
  intentSecret: string
  onAnswered: () => void
}

/** The bank’s page, simulated by the sandbox. */
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
      // Already answered, for example in another tab.
      if (error instanceof Refused && [403, 404, 409].includes(error.status)) return onAnswered()
      setAsked(null)
      setFailure(failureMessage(error))
    }
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby="bank-title"
      className="m-auto w-[calc(100%-2rem)] max-w-95 rounded-l border bg-surface p-5 text-ink backdrop:bg-scrim"
      // Without an answer the payment would stay pending.
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
    >
      <div className="grid gap-4">
        <h2 id="bank-title" className="text-title">
          Confirm with your bank
        </h2>
        <p className="text-ink-2">{children} Test mode: no bank is contacted and no money moves.</p>
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

type BankAnswer = 'confirmed' | 'declined'

/** The sandbox bank's answer to a payment challenge. */
async function answerBank(intentSecret: string, outcome: BankAnswer): Promise<void> {
  const path = `/v1/sandbox/authentications/${encodeURIComponent(intentSecret)}`
  await request({ method: 'POST', path, body: { outcome } })
}
