import { sendVerificationEmail } from '@guildhall/contract/identity/email'
import Mail from 'lucide-react/icons/mail'
import { useEffect, useState } from 'react'
import type { Session } from '#/entities/account/session.ts'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Badge } from '#/ui/badge.tsx'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Entry } from '#/ui/entries.tsx'
import { useToast } from '#/ui/toast.tsx'
import { ToneIcon } from '#/ui/tone-icon.tsx'
import { verificationReturn } from './verification-return.ts'

interface EmailCardProps {
  user: Session['user']
  sendsMail: boolean
}

/** The current address, and a way to confirm it. */
export function EmailCard({ user, sendsMail }: EmailCardProps) {
  const { email, emailVerified } = user
  return (
    <Card flush title="Your address">
      <ul>
        <Entry
          icon={<Mail />}
          title={<span className="min-w-0 wrap-anywhere">{email}</span>}
          badge={<State isVerified={emailVerified} />}
        />
      </ul>
      {!emailVerified && sendsMail && (
        <div className="px-4 pb-4">
          <Banner tone="warn" action={<SendLink email={email} />}>
            Confirm this address so that you can recover your account if you forget your password.
          </Banner>
        </div>
      )}
    </Card>
  )
}

function State({ isVerified }: { isVerified: boolean }) {
  const tone = isVerified ? 'good' : 'warn'
  return (
    <Badge tone={tone} icon={<ToneIcon tone={tone} />}>
      {isVerified ? 'confirmed' : 'not confirmed'}
    </Badge>
  )
}

const waitMilliseconds = 60_000

function SendLink({ email }: { email: string }) {
  const [state, setState] = useState<'ready' | 'sending' | 'sent'>('ready')
  const toast = useToast()
  useEffect(() => {
    if (state !== 'sent') return
    const timer = setTimeout(() => setState('ready'), waitMilliseconds)
    return () => clearTimeout(timer)
  }, [state])
  const send = async () => {
    setState('sending')
    try {
      const body = { email, callbackURL: verificationReturn(window.location.origin) }
      await api.call(sendVerificationEmail, { body })
      setState('sent')
      toast({ title: 'Link sent', description: `Check the inbox of ${email}.` })
    } catch (error) {
      setState('ready')
      toast({ tone: 'bad', title: 'No link was sent', description: failureMessage(error) })
    }
  }
  return (
    <Button size="s" loading={state === 'sending'} disabled={state === 'sent'} onClick={send}>
      {state === 'sent' ? 'Link sent' : 'Send the link'}
    </Button>
  )
}
