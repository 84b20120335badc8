import { useState } from 'react'
import { request } from '#/lib/request.ts'
import { Button } from '#/ui/button.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { Field } from '#/ui/field.tsx'
import { Link } from '#/ui/link.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { CheckYourMail } from './check-your-mail.tsx'
import { explainEmail } from './explain.ts'
import { Gate, GateFooter, GateForm, GateMessage } from './gate.tsx'
import { ResendButton } from './resend-button.tsx'
import { returnAddress, withReturnAddress } from './return-address.ts'
import type { Visitor } from './start.ts'
import { missing, textOf, useSubmission } from './submission.ts'
import { verificationReturn } from './verification-return.ts'

/** The target of verification links, with the result in the URL. */
export function VerifyEmailPage({ visitor }: { visitor: Visitor | null }) {
  const search = new URLSearchParams(window.location.search)
  const error = search.get('error')
  if (error === null && search.has('verified')) return <Verified visitor={visitor} />
  if (error !== null && visitor?.emailVerified) return <NothingChanged error={error} />
  return <AskForLink error={error} visitor={visitor} />
}

function Verified({ visitor }: { visitor: Visitor | null }) {
  const { search } = window.location
  if (visitor !== null && !visitor.emailVerified) return <OneMoreStep email={visitor.email} />
  return (
    <Gate title="Your address is confirmed">
      <GateMessage>
        {visitor === null
          ? 'Thank you. You can now sign in.'
          : `Thank you, ${visitor.name || 'friend'}.`}
      </GateMessage>
      <a
        href={visitor === null ? withReturnAddress('/sign-in', search) : returnAddress(search)}
        className={buttonClasses({ variant: 'primary', size: 'l', wide: true })}
      >
        {visitor === null ? 'Sign in' : 'Continue'}
      </a>
    </Gate>
  )
}

/**
 * After the first of the two links that change an address: the new address must be confirmed too.
 */
function OneMoreStep({ email }: { email: string }) {
  return (
    <Gate title="One more step">
      <GateMessage>
        Your address is now <b className="font-medium break-words text-ink">{email}</b>. We sent a
        link there. Open it to confirm your new address.
      </GateMessage>
      <ResendButton email={email} justSent />
      <GateFooter>
        <Link href="/account/email">Go to your account</Link>
      </GateFooter>
    </Gate>
  )
}

/** A link to change an address has failed, so there is nothing to resend. */
function NothingChanged({ error }: { error: string }) {
  const { title, text } = problemOf(error)
  return (
    <Gate title={title}>
      <GateMessage>{text}</GateMessage>
      <a
        href="/account/email"
        className={buttonClasses({ variant: 'primary', size: 'l', wide: true })}
      >
        Go to your account
      </a>
    </Gate>
  )
}

function AskForLink({ error, visitor }: { error: string | null; visitor: Visitor | null }) {
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const send = async (values: FormData) => {
    const email = textOf(values, 'email').trim()
    const body = { email, callbackURL: verificationReturn() }
    await request({ method: 'POST', path: '/api/auth/send-verification-email', body })
    setMailedTo(email)
  }
  const { faults, isPending, onSubmit } = useSubmission({ check, send, explain: explainEmail })
  if (mailedTo !== null) return <CheckYourMail email={mailedTo} />
  const { title, text } = problemOf(error)
  return (
    <Gate title={title}>
      <p className="text-ink-2">{text}</p>
      <GateForm faults={faults} onSubmit={onSubmit}>
        <Field label="Email" error={faults.fields?.['email']}>
          <TextInput
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={visitor?.email ?? ''}
          />
        </Field>
        <Button type="submit" variant="primary" size="l" wide loading={isPending}>
          Send a new link
        </Button>
      </GateForm>
      <GateFooter>
        <Link href={withReturnAddress('/sign-in', window.location.search)}>Back to sign-in</Link>
      </GateFooter>
    </Gate>
  )
}

function check(values: FormData) {
  return missing(values, { email: 'Enter your email address.' })
}

function problemOf(error: string | null): { title: string; text: string } {
  switch (error) {
    case null:
      return {
        title: 'Confirm your email address',
        text: 'We will email you a link to confirm that this address is yours.',
      }
    case 'unauthorized':
      return {
        title: 'Wrong browser',
        text: 'Open the link in the browser where you are signed in, or request a new one there.',
      }
    case 'couldnt_update_your_email':
      return {
        title: 'Your address was not changed',
        text: 'The new address can no longer be used for your account. Try another one.',
      }
    default:
      return {
        title: 'This link has expired',
        text: 'Links can be used once and expire. Request a new one.',
      }
  }
}
