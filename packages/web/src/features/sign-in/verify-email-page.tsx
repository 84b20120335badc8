import { useState } from 'react'
import { request } from '../../lib/request.ts'
import { Button } from '../../ui/button.tsx'
import { buttonLook } from '../../ui/button-look.ts'
import { Field } from '../../ui/field.tsx'
import { Link } from '../../ui/link.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { CheckYourMail } from './check-your-mail.tsx'
import { explainEmail } from './explain.ts'
import { Gate, GateFooter, GateForm, GateNews } from './gate.tsx'
import { ResendButton } from './resend-button.tsx'
import { returnAddress, withReturnAddress } from './return-address.ts'
import type { Visitor } from './start.ts'
import { missing, textOf, useSubmission } from './submission.ts'
import { verificationReturn } from './verification-return.ts'

/** Where the links of verification mails end, with what came of it in the address. */
export function VerifyEmailPage({ visitor }: { visitor: Visitor | null }) {
  const search = new URLSearchParams(window.location.search)
  const error = search.get('error')
  if (error === null && search.has('verified')) return <Verified visitor={visitor} />
  if (error !== null && visitor?.emailVerified) return <NothingChanged error={error} />
  return <AskForLink error={error} visitor={visitor} />
}

function Verified({ visitor }: { visitor: Visitor | null }) {
  const { search, origin } = window.location
  if (visitor !== null && !visitor.emailVerified) return <OneMoreStep email={visitor.email} />
  return (
    <Gate title="Your address is confirmed">
      <GateNews>
        {visitor === null ? 'Thank you. Now sign in.' : `Thank you, ${visitor.name || 'friend'}.`}
      </GateNews>
      <a
        href={
          visitor === null ? withReturnAddress('/sign-in', search) : returnAddress(search, origin)
        }
        className={buttonLook({ variant: 'primary', size: 'l', wide: true })}
      >
        {visitor === null ? 'Sign in' : 'Continue'}
      </a>
    </Gate>
  )
}

/** The first of the two links that change an address: the old one agreed, the new one has to. */
function OneMoreStep({ email }: { email: string }) {
  return (
    <Gate title="One more step">
      <GateNews>
        Your address is now <b className="font-medium break-words text-ink">{email}</b>. We’ve sent
        a link there: open it to confirm that it’s yours.
      </GateNews>
      <ResendButton email={email} justSent />
      <GateFooter>
        <Link href="/account/email">Go to your account</Link>
      </GateFooter>
    </Gate>
  )
}

/** The link was to change an address: there is none to confirm. */
function NothingChanged({ error }: { error: string }) {
  const { title, text } = problemOf(error)
  return (
    <Gate title={title}>
      <GateNews>{text}</GateNews>
      <a
        href="/account/email"
        className={buttonLook({ variant: 'primary', size: 'l', wide: true })}
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
        <Field label="E-mail" error={faults.fields?.['email']}>
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
  return missing(values, { email: 'Enter your e-mail address.' })
}

function problemOf(error: string | null): { title: string; text: string } {
  switch (error) {
    case null:
      return {
        title: 'Confirm your e-mail address',
        text: 'We’ll mail you a link. Opening it shows that the address is yours.',
      }
    case 'unauthorized':
      return {
        title: 'This isn’t the right browser',
        text: 'Open the link in the browser you are signed in with, or ask for a new one there.',
      }
    case 'couldnt_update_your_email':
      return {
        title: 'Your address stays as it is',
        text: 'The new one can’t be used for your account any longer. Try another one.',
      }
    default:
      return {
        title: 'This link is no longer good',
        text: 'Such links work once and for a short while. Ask for a new one.',
      }
  }
}
