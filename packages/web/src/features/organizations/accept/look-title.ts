import type { OwnOrganization } from '../../../lib/own-organizations.ts'
import type { Look } from './invitation-query.ts'

/** What the page says first. */
export function lookTitle(look: Look, own: readonly OwnOrganization[]): string {
  switch (look.at) {
    case 'open': {
      const { organizationId, organizationName } = look.invitation
      const isMember = own.some(({ id }) => id === organizationId)
      return isMember ? `You are in ${organizationName} already` : `Join ${organizationName}?`
    }
    case 'another':
      return 'This invitation is for another address'
    case 'unverified':
      return 'Confirm your address first'
    case 'orphan':
      return 'This invitation can’t be accepted'
    case 'gone':
      return 'There is no open invitation here'
  }
}
