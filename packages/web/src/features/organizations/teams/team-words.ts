import type { Words } from '../../../lib/failure-words.ts'

/** Why the members of a team can’t be seen or changed. */
export const teamWords: Words = {
  TEAM_MEMBER_LIMIT_REACHED: 'This team is full. Take somebody out first.',
  TEAM_NOT_FOUND: 'This team is no longer here. Somebody removed it just now.',
  MEMBER_NOT_FOUND: 'Somebody of them is no longer a member here.',
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: 'They are in another team by now.',
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER:
    'Your role changed: only owners and admins choose who is in a team.',
}
