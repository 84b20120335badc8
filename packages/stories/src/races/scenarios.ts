import {
  anInvitationIsUsedOnce,
  oneAnswerToAnInvitation,
  oneInvitationAtATime,
  oneMembership,
} from './scenarios/invitations.ts'
import {
  invitationsKeepTheirLimit,
  membersKeepTheirLimit,
  oneAcceptanceAtTheLimit,
  organizationsKeepTheirLimit,
  teamMembersKeepTheirLimit,
  teamsKeepTheirLimit,
} from './scenarios/limits.ts'
import {
  aSlugIsOnes,
  aTeamStays,
  nothingIsOrphaned,
  theRemovedHaveNothingActive,
} from './scenarios/organizations.ts'
import { anOwnerStays, aRemovedMemberStaysRemoved } from './scenarios/owners.ts'
import type { Scenario } from './stage.ts'

/** What holds for organizations under any number of parallel requests. */
export const scenarios: readonly Scenario[] = [
  anOwnerStays,
  membersKeepTheirLimit,
  organizationsKeepTheirLimit,
  aSlugIsOnes,
  oneMembership,
  anInvitationIsUsedOnce,
  oneAnswerToAnInvitation,
  aTeamStays,
  theRemovedHaveNothingActive,
  nothingIsOrphaned,
  aRemovedMemberStaysRemoved,
  oneAcceptanceAtTheLimit,
  oneInvitationAtATime,
  invitationsKeepTheirLimit,
  teamsKeepTheirLimit,
  teamMembersKeepTheirLimit,
]
