import type { Messages } from '#/lib/failure-message.ts'

/** Messages for refused changes of a team’s members. */
export const teamMessages: Messages = {
  TEAM_MEMBER_LIMIT_REACHED: 'This team is full. Remove a member first.',
  TEAM_NOT_FOUND: 'This team was just removed.',
  MEMBER_NOT_FOUND: 'One of them is no longer a member.',
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: 'They are now in another team.',
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER:
    'Your role changed. Only owners and admins can manage team members.',
}
