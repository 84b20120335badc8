import type { Scenario } from './rounds.ts'
import {
  invitationUsedOnce,
  oneInvitationAnswer,
  oneMembership,
  oneOpenInvitation,
} from './scenarios/invitations.ts'
import {
  invitationLimit,
  lastSeat,
  memberLimit,
  organizationLimit,
  teamLimit,
  teamMemberLimit,
} from './scenarios/limits.ts'
import {
  lastTeamStays,
  noActiveAfterRemoval,
  noOrphans,
  uniqueSlug,
} from './scenarios/organizations.ts'
import { lastOwnerStays, removedStaysRemoved } from './scenarios/owners.ts'

/** Invariants of organizations under parallel requests. */
export const scenarios: readonly Scenario[] = [
  lastOwnerStays,
  memberLimit,
  organizationLimit,
  uniqueSlug,
  oneMembership,
  invitationUsedOnce,
  oneInvitationAnswer,
  lastTeamStays,
  noActiveAfterRemoval,
  noOrphans,
  removedStaysRemoved,
  lastSeat,
  oneOpenInvitation,
  invitationLimit,
  teamLimit,
  teamMemberLimit,
]
