import { buttonClasses } from '#/ui/button-classes.ts'
import { Facts } from '#/ui/facts.tsx'
import { Logo } from '#/ui/logo.tsx'
import type { InvitationLink } from './invitation-query.ts'

interface SignedOutInvitationProps {
  path: string
  /** Null if the link is not a mailed one, or no longer works. */
  link: InvitationLink | null
}

/**
 * Signed-out visitors see who invited whom only with a mailed link. Signing in and up are documents
 * of their own and lead back here.
 */
export function SignedOutInvitation({ path, link }: SignedOutInvitationProps) {
  const next = new URLSearchParams({ next: path })
  return (
    <main id="main" className="grid min-h-dvh place-items-center px-5 py-10">
      <title>You are invited · Guildhall</title>
      <div className="grid w-full max-w-90 gap-4.5">
        <div className="grid gap-3.5">
          <Logo size="l" />
          <h1 className="text-[1.375rem]/7 font-semibold tracking-[-0.02em]">You are invited</h1>
        </div>
        {link === null ? (
          <p className="text-ink-2">
            You have been invited to join an organization. Sign in or create an account with the
            address the invitation was sent to, then accept or decline.
          </p>
        ) : (
          <NamedInvitation link={link} />
        )}
        <div className="grid gap-2.5">
          <a
            href={`/sign-in?${next}`}
            className={buttonClasses({ variant: 'primary', size: 'l', wide: true })}
          >
            Sign in
          </a>
          <a href={`/sign-up?${next}`} className={buttonClasses({ size: 'l', wide: true })}>
            Create an account
          </a>
        </div>
      </div>
    </main>
  )
}

/** Names are what others chose, so they stand apart from our words. */
function NamedInvitation({ link }: { link: InvitationLink }) {
  const { organizationName, inviterName, inviterEmail, email } = link
  return (
    <>
      <Facts
        facts={[
          { label: 'Organization', value: <bdi className="wrap-anywhere">{organizationName}</bdi> },
          {
            label: 'Invited by',
            value: (
              <>
                {inviterName !== '' && <bdi className="block wrap-anywhere">{inviterName}</bdi>}
                <span className="block wrap-anywhere">{inviterEmail}</span>
              </>
            ),
          },
          { label: 'Sent to', value: <span className="wrap-anywhere">{email}</span> },
        ]}
      />
      <p className="text-ink-2">
        Sign in or create an account with this address, then accept or decline.
      </p>
    </>
  )
}
