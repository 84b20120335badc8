import { sendVerificationEmail } from '@guildhall/contract/identity/email'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { failureWords } from '../../../lib/failure-words.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { serverOptionsQuery } from '../invitations/server-options-query.ts'

interface UnverifiedProps {
  email: string
  path: string
  /** Looks whether it's confirmed by now. */
  onConfirmed: () => Promise<void>
}

/** Here an invitation shows itself only to who has proved that the address is theirs. */
export function Unverified({ email, path, onConfirmed }: UnverifiedProps) {
  const { data: options } = useSuspenseQuery(serverOptionsQuery)
  if (!options.sendsMail) {
    return (
      <p className="text-ink-2">
        Invitations are for confirmed addresses here, and this server sends no mail. Ask its
        operator to confirm <b className="font-medium wrap-anywhere text-ink">{email}</b>, then open
        the link again.
      </p>
    )
  }
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        Invitations are for confirmed addresses here. We mail a link to{' '}
        <b className="font-medium wrap-anywhere text-ink">{email}</b>; it leads back to the
        invitation.
      </p>
      <SendLink email={email} path={path} onConfirmed={onConfirmed} />
    </div>
  )
}

const waitMilliseconds = 60_000

function SendLink({ email, path, onConfirmed }: UnverifiedProps) {
  const [state, setState] = useState<'ready' | 'sending' | 'sent' | 'again'>('ready')
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    if (state !== 'sent') return
    const timer = setTimeout(() => setState('again'), waitMilliseconds)
    return () => clearTimeout(timer)
  }, [state])
  const send = async () => {
    setState('sending')
    setFailure(null)
    try {
      await api.call(sendVerificationEmail, { body: { email, callbackURL: verified(path) } })
      setState('sent')
    } catch (error) {
      setState('ready')
      setFailure(failureWords(error))
    }
  }
  const [isNotYet, setNotYet] = useState(false)
  const look = async () => {
    setNotYet(false)
    await onConfirmed()
    // Who has confirmed it is shown the invitation instead of this.
    setNotYet(true)
  }
  const isSent = state === 'sent' || state === 'again'
  return (
    <>
      {failure && <Banner tone="bad">{failure}</Banner>}
      {isSent && (
        <Banner tone="good">Sent. It may take a minute; look among the spam as well.</Banner>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant={isSent ? 'default' : 'primary'}
          loading={state === 'sending'}
          disabled={state === 'sent'}
          onClick={send}
        >
          {isSent ? 'Send it again' : 'Send the link'}
        </Button>
        <Button onClick={look}>I have confirmed it</Button>
      </div>
      <p aria-live="polite" className="text-s text-ink-2 empty:hidden">
        {isNotYet && 'Not yet: nobody has opened the link of the newest mail.'}
      </p>
    </>
  )
}

/** Where the link of the mail ends: the page that says so, and then back here. */
function verified(path: string): string {
  const after = new URLSearchParams({ verified: '1', next: path })
  return `${window.location.origin}/verify-email?${after}`
}
