import { mayIn } from '../roles.ts'

/** What is known about an organization that has just begun, or has long been there. */
export interface StepFacts {
  /** One's own role there. */
  role: string
  hasLogo: boolean
  hasEmail: boolean
  members: number
  openInvitations: number
  /** Null where this server has no teams. */
  teams: number | null
}

export interface NextStep {
  title: string
  text: string
  isDone: boolean
  /** What leads there, as a verb. */
  action: string
  to:
    | '/dashboard/$slug/settings'
    | '/dashboard/$slug/settings/invitations'
    | '/dashboard/$slug/settings/teams'
}

/** What one could do next; what one's role doesn't allow isn't asked for. */
export function nextSteps({ role, ...facts }: StepFacts): NextStep[] {
  return [
    ...(mayIn(role, 'organization', 'update') ? [profileStep(facts)] : []),
    ...(mayIn(role, 'invitation', 'create') ? [invitationStep(facts)] : []),
    ...(mayIn(role, 'team', 'create') && facts.teams !== null ? [teamStep(facts.teams)] : []),
  ]
}

const profileStep = ({ hasLogo, hasEmail }: Omit<StepFacts, 'role'>): NextStep => ({
  title: 'Complete the profile',
  text: 'A logo and a support address tell people whom they deal with.',
  isDone: hasLogo && hasEmail,
  action: 'Open the profile',
  to: '/dashboard/$slug/settings',
})

const invitationStep = ({ members, openInvitations }: Omit<StepFacts, 'role'>): NextStep => ({
  title: 'Invite people',
  text: 'They get a mail with a link, and the role that you choose.',
  isDone: members > 1 || openInvitations > 0,
  action: 'Invite people',
  to: '/dashboard/$slug/settings/invitations',
})

/** Every organization begins with one team. */
const teamStep = (teams: number): NextStep => ({
  title: 'Create a second team',
  text: 'Teams group those who work on the same thing. You begin with one.',
  isDone: teams > 1,
  action: 'Create a team',
  to: '/dashboard/$slug/settings/teams',
})
