import { sendVerificationEmail } from '@guildhall/contract/identity/email'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { serverOptionsQuery } from '#/features/organizations/invitations/server-options-query.ts'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'

interface UnverifiedProps {
  email: string
  path: string
  /** Refetches the invitation. */
  onConfirmed: () => Promise<void>
}

/** Invitations are shown only to users with a verified address. */
export function Unverified({ email, path, onConfirmed }: UnverifiedProps) {
  const { data: options } = useSuspenseQuery(serverOptionsQuery)
  if (!options.sendsMail) {
    return (
      <p className="text-ink-2">
        Only confirmed addresses can accept invitations, and this server can’t send email. Ask its
        operator to confirm <b className="font-medium wrap-anywhere text-ink">{email}</b>, then open
        this link again.
      </p>
    )
  }
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        Only confirmed addresses can accept invitations. We will send a link to{' '}
        <b className="font-medium wrap-anywhere text-ink">{email}</b> that brings you back to this
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
      setFailure(failureMessage(error))
    }
  }
  const [isUnconfirmed, setUnconfirmed] = useState(false)
  const view = async () => {
    setUnconfirmed(false)
    await onConfirmed()
    // A verified user sees the invitation instead.
    setUnconfirmed(true)
  }
  const isSent = state === 'sent' || state === 'again'
  return (
    <>
      {failure && <Banner tone="bad">{failure}</Banner>}
      {isSent && (
        <Banner tone="good">Sent. It may take a minute; check your spam folder too.</Banner>
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
        <Button onClick={view}>I confirmed my address</Button>
      </div>
      <p aria-live="polite" className="text-s text-ink-2 empty:hidden">
        {isUnconfirmed && 'Not confirmed yet. Open the link in the most recent email.'}
      </p>
    </>
  )
}

/** The target of the verification link, which leads back here. */
function verified(path: string): string {
  const after = new URLSearchParams({ verified: '1', next: path })
  return `${window.location.origin}/verify-email?${after}`
}
