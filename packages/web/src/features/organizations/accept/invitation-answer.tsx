import { Link } from '@tanstack/react-router'
import type { Session } from '#/entities/account/session.ts'
import type { OwnOrganization } from '#/entities/organization/own-organizations.ts'
import { roleText } from '#/entities/organization/roles.ts'
import { buttonClasses } from '#/ui/button-classes.ts'
import { ForAnother } from './for-another.tsx'
import type { InvitationView } from './invitation-query.ts'
import { OpenInvitation } from './open-invitation.tsx'
import { OtherDestinations } from './other-destinations.tsx'
import { Unverified } from './unverified.tsx'

interface InvitationAnswerProps {
  view: InvitationView
  /** The user’s organizations. */
  own: readonly OwnOrganization[]
  user: Session['user']
  /** The path of this page. */
  path: string
  /** Refetches the invitation. */
  onStale: () => Promise<void>
}

/** What the signed-in user can do with an invitation. */
export function InvitationAnswer({ view, own, user, path, onStale }: InvitationAnswerProps) {
  switch (view.at) {
    case 'open': {
      const { invitation } = view
      const mine = own.find(({ id }) => id === invitation.organizationId)
      if (mine !== undefined) return <AlreadyMember organization={mine} />
      return <OpenInvitation invitation={invitation} onStale={onStale} />
    }
    case 'another':
      return <ForAnother user={user} path={path} />
    case 'unverified':
      return <Unverified email={user.email} path={path} onConfirmed={onStale} />
    case 'orphan':
      return (
        <OtherDestinations>
          The person who invited you is no longer a member. Ask another member for a new invitation.
        </OtherDestinations>
      )
    case 'gone':
      return (
        <OtherDestinations>
          It may have been accepted, declined, canceled or replaced, it may have expired, or the
          link may be incomplete. Ask for a new invitation.
        </OtherDestinations>
      )
  }
}

/** Accepting an invitation doesn’t change an existing membership. */
function AlreadyMember({ organization }: { organization: OwnOrganization }) {
  const { slug, role } = organization
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        Your role there is {roleText(role)}. Accepting this invitation would not change it.
      </p>
      <div>
        <Link
          to="/dashboard/$slug"
          params={{ slug }}
          className={buttonClasses({ variant: 'primary' })}
        >
          Open the dashboard
        </Link>
      </div>
    </div>
  )
}
