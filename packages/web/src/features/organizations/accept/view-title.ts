import type { OwnOrganization } from '#/entities/organization/own-organizations.ts'
import type { InvitationView } from './invitation-query.ts'

/** The title of the page. */
export function viewTitle(view: InvitationView, own: readonly OwnOrganization[]): string {
  switch (view.at) {
    case 'open': {
      const { organizationId, organizationName } = view.invitation
      const isMember = own.some(({ id }) => id === organizationId)
      return isMember
        ? `You are already a member of ${organizationName}`
        : `Join ${organizationName}?`
    }
    case 'another':
      return 'This invitation is for another address'
    case 'unverified':
      return 'Confirm your address first'
    case 'orphan':
      return 'This invitation can’t be accepted'
    case 'gone':
      return 'Invitation not found'
  }
}
