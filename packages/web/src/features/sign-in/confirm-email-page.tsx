import { useEffect, useState } from 'react'
import { failureMessage, type Messages } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { Field } from '#/ui/field.tsx'
import { PasswordInput } from '#/ui/password-input.tsx'
import { Gate, GateFooter, GateForm, GateMessage, GateSkeleton } from './gate.tsx'
import {
  confirmLink,
  type LinkEffect,
  leaveFor,
  type MailedLink,
  openMailedLink,
  pageAfter,
  pageAfterRefusal,
} from './mailed-link.ts'
import { missing, textOf, useSubmission } from './submission.ts'

interface Opened {
  link: MailedLink
  effect: LinkEffect
}

/** Asks before a mailed link has an effect, because mail scanners open links too. */
export function ConfirmEmailPage({ link }: { link: MailedLink }) {
  const [effect, setEffect] = useState<LinkEffect | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { token, callbackURL } = link
  useEffect(() => {
    const opened = { token, callbackURL }
    openMailedLink(opened)
      .then(setEffect)
      .catch((error: unknown) => setFailure(failureMessage(error, messages)))
  }, [token, callbackURL])
  if (failure !== null) return <Unopened failure={failure} />
  if (effect === null) return <GateSkeleton />
  if (effect.newEmail !== null) return <ChangeAddress link={link} effect={effect} />
  return effect.endsAccess ? (
    <ForeignBrowser link={link} effect={effect} />
  ) : (
    <OwnBrowser link={link} effect={effect} />
  )
}

/** Leaves if the link is refused; otherwise returns what went wrong. */
function leaveOrExplain(link: MailedLink, error: unknown): string | null {
  const page = pageAfterRefusal(link, error)
  if (page === null) return failureMessage(error, messages)
  leaveFor(page)
  return null
}

const messages: Messages = {
  INVALID_CALLBACKURL: 'This link leads to a site that this server doesn’t know.',
}

function Unopened({ failure }: { failure: string }) {
  return (
    <Gate title="The link could not be opened">
      <Banner tone="bad">{failure}</Banner>
      <Button size="l" wide onClick={() => window.location.reload()}>
        Try again
      </Button>
    </Gate>
  )
}

function Address({ children }: { children: string }) {
  return <b className="font-medium break-words text-ink">{children}</b>
}

function OwnBrowser({ link, effect }: Opened) {
  return (
    <Gate title="Confirm your email address">
      <p className="text-ink-2">
        Is <Address>{effect.email}</Address> your address?
      </p>
      <ConfirmButton link={link}>Confirm address</ConfirmButton>
    </Gate>
  )
}

function ChangeAddress({ link, effect }: Opened) {
  return (
    <Gate title="Change your email address?">
      <p className="text-ink-2">
        Your address changes from <Address>{effect.email}</Address> to{' '}
        <Address>{effect.newEmail ?? ''}</Address>. We then send a link there to confirm it.
      </p>
      <ConfirmButton link={link}>Change address</ConfirmButton>
    </Gate>
  )
}

function ConfirmButton({ link, children }: { link: MailedLink; children: string }) {
  const { failure, isPending, confirm } = useConfirmation(link, {}, () => leaveFor(pageAfter(link)))
  return (
    <>
      {failure !== null && <Banner tone="bad">{failure}</Banner>}
      <Button variant="primary" size="l" wide loading={isPending} onClick={confirm}>
        {children}
      </Button>
    </>
  )
}

function useConfirmation(
  link: MailedLink,
  proof: Parameters<typeof confirmLink>[1],
  done: () => void,
) {
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const confirm = async () => {
    setPending(true)
    try {
      await confirmLink(link, proof)
      done()
    } catch (error) {
      setPending(false)
      setFailure(leaveOrExplain(link, error))
    }
  }
  return { failure, isPending, confirm }
}

/** The reader of the mailbox may not be the one who created the account. */
function ForeignBrowser({ link, effect }: Opened) {
  const [isWithoutPassword, setWithoutPassword] = useState(false)
  if (isWithoutPassword) {
    return <TakeOver link={link} effect={effect} onBack={() => setWithoutPassword(false)} />
  }
  const other = (
    <GateFooter>
      <Button variant="ghost" onClick={() => setWithoutPassword(true)}>
        {effect.hasPassword ? 'Continue without the password' : 'Continue without signing in'}
      </Button>
    </GateFooter>
  )
  return (
    <Gate title="Confirm your email address">
      {effect.hasPassword ? (
        <WithPassword link={link} effect={effect} />
      ) : (
        <SignInFirst effect={effect} />
      )}
      {other}
    </Gate>
  )
}

function WithPassword({ link, effect }: Opened) {
  const { faults, isPending, onSubmit } = useSubmission({
    check: (values) => missing(values, { password: 'Enter your password.' }),
    send: async (values) => {
      await confirmLink(link, { password: textOf(values, 'password') })
      leaveFor(pageAfter(link))
    },
    explain: (refused) => {
      const page = pageAfterRefusal(link, refused)
      if (page !== null) leaveFor(page)
      return refused.code === 'INVALID_PASSWORD'
        ? { fields: { password: 'This password is incorrect.' } }
        : null
    },
  })
  return (
    <>
      <p className="text-ink-2">
        To confirm <Address>{effect.email}</Address>, enter the password of your account.
      </p>
      <GateForm faults={faults} onSubmit={onSubmit}>
        <Field label="Password" error={faults.fields?.['password']}>
          <PasswordInput name="password" autoComplete="current-password" />
        </Field>
        <Button type="submit" variant="primary" size="l" wide loading={isPending}>
          Confirm address
        </Button>
      </GateForm>
    </>
  )
}

function SignInFirst({ effect }: Pick<Opened, 'effect'>) {
  const { pathname, search } = window.location
  const next = new URLSearchParams({ next: `${pathname}${search}` })
  return (
    <>
      <p className="text-ink-2">
        To confirm <Address>{effect.email}</Address>, sign in to your account.
      </p>
      <a
        href={`/sign-in?${next}`}
        className={buttonClasses({ variant: 'primary', size: 'l', wide: true })}
      >
        Sign in
      </a>
    </>
  )
}

function TakeOver({ link, effect, onBack }: Opened & { onBack: () => void }) {
  const [isDone, setDone] = useState(false)
  const { failure, isPending, confirm } = useConfirmation(link, { endAccess: true }, () =>
    setDone(true),
  )
  if (isDone) {
    return (
      <Gate title="Your address is confirmed">
        <GateMessage>Everyone is signed out of the account. Set a password to sign in.</GateMessage>
        <a
          href="/forgot-password"
          className={buttonClasses({ variant: 'primary', size: 'l', wide: true })}
        >
          Set a password
        </a>
      </Gate>
    )
  }
  return (
    <Gate
      title={effect.hasPassword ? 'Confirm without the password?' : 'Confirm without signing in?'}
    >
      <p className="text-ink-2">
        This signs everyone out of the account for <Address>{effect.email}</Address> and removes its{' '}
        {effect.hasPassword && 'password and '}linked accounts. You can then set a password by
        email.
      </p>
      {failure !== null && <Banner tone="bad">{failure}</Banner>}
      <Button variant="primary" size="l" wide loading={isPending} onClick={confirm}>
        Confirm address
      </Button>
      <Button size="l" wide onClick={onBack}>
        Back
      </Button>
    </Gate>
  )
}
