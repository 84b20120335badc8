import { useEffect, useState } from 'react'
import { failureMessage } from '#/lib/failure-message.ts'
import { request } from '#/lib/request.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { verificationReturn } from './verification-return.ts'

interface ResendButtonProps {
  email: string
  /** A mail has just been sent, so the button starts disabled. */
  justSent?: boolean
}

const waitSeconds = 60

/** Sends the mail again, at most once a minute. */
export function ResendButton({ email, justSent = false }: ResendButtonProps) {
  const { left, restart } = useCountdown(justSent ? waitSeconds : 0)
  const [notice, setNotice] = useState<{ tone: 'good' | 'bad'; text: string } | null>(null)
  const [isPending, setPending] = useState(false)
  const send = async () => {
    setPending(true)
    try {
      const body = { email, callbackURL: verificationReturn() }
      await request({ method: 'POST', path: '/api/auth/send-verification-email', body })
      setNotice({ tone: 'good', text: 'Sent. It may take a minute to arrive.' })
      restart()
    } catch (error) {
      setNotice({ tone: 'bad', text: failureMessage(error) })
    } finally {
      setPending(false)
    }
  }
  return (
    <div className="grid gap-3">
      {notice !== null && <Banner tone={notice.tone}>{notice.text}</Banner>}
      <Button size="l" wide loading={isPending} disabled={left > 0} onClick={send}>
        {left > 0 ? (
          <>
            Resend in <span className="figures">{left} s</span>
          </>
        ) : (
          'Resend email'
        )}
      </Button>
    </div>
  )
}

function useCountdown(startSeconds: number) {
  const [left, setLeft] = useState(startSeconds)
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return { left, restart: () => setLeft(waitSeconds) }
}
