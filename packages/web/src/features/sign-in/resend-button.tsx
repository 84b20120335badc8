import { useEffect, useState } from 'react'
import { failureWords } from '../../lib/failure-words.ts'
import { request } from '../../lib/request.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { verificationReturn } from './verification-return.ts'

interface ResendButtonProps {
  email: string
  /** One has just left, so the next has to wait. */
  justSent?: boolean
}

const waitSeconds = 60

/** Another mail with a link, at most one a minute. */
export function ResendButton({ email, justSent = false }: ResendButtonProps) {
  const { left, restart } = useCountdown(justSent ? waitSeconds : 0)
  const [news, setNews] = useState<{ tone: 'good' | 'bad'; text: string } | null>(null)
  const [isPending, setPending] = useState(false)
  const send = async () => {
    setPending(true)
    try {
      const body = { email, callbackURL: verificationReturn() }
      await request({ method: 'POST', path: '/api/auth/send-verification-email', body })
      setNews({ tone: 'good', text: 'Sent. It may take a minute to arrive.' })
      restart()
    } catch (error) {
      setNews({ tone: 'bad', text: failureWords(error) })
    } finally {
      setPending(false)
    }
  }
  return (
    <div className="grid gap-3">
      {news !== null && <Banner tone={news.tone}>{news.text}</Banner>}
      <Button size="l" wide loading={isPending} disabled={left > 0} onClick={send}>
        {left > 0 ? (
          <>
            Send again in <span className="figures">{left} s</span>
          </>
        ) : (
          'Send the mail again'
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
