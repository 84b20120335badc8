import type { OwnOrganization } from '../../../lib/own-organizations.ts'
import type { Session } from '../../../lib/session.ts'
import { ForAnother } from './for-another.tsx'
import type { Look } from './invitation-query.ts'
import { MemberAlready } from './member-already.tsx'
import { OpenInvitation } from './open-invitation.tsx'
import { Unverified } from './unverified.tsx'
import { WaysOn } from './ways-on.tsx'

interface InvitationAnswerProps {
  look: Look
  /** The organizations that they are in. */
  own: readonly OwnOrganization[]
  user: Session['user']
  /** Where this page is. */
  path: string
  /** Looks once more. */
  onStale: () => Promise<void>
}

/** What whoever is signed in can do about an invitation: always something. */
export function InvitationAnswer({ look, own, user, path, onStale }: InvitationAnswerProps) {
  switch (look.at) {
    case 'open': {
      const { invitation } = look
      const mine = own.find(({ id }) => id === invitation.organizationId)
      if (mine !== undefined) return <MemberAlready organization={mine} />
      return <OpenInvitation invitation={invitation} onStale={onStale} />
    }
    case 'another':
      return <ForAnother user={user} path={path} />
    case 'unverified':
      return <Unverified email={user.email} path={path} onConfirmed={onStale} />
    case 'orphan':
      return (
        <WaysOn>
          Whoever invited you is no longer a member there. Ask somebody else of the organization for
          a new invitation.
        </WaysOn>
      )
    case 'gone':
      return (
        <WaysOn>
          It was accepted, declined, taken back or replaced by a newer one, its time is over, or the
          link isn’t complete. Ask whoever invited you for a new one.
        </WaysOn>
      )
  }
}
