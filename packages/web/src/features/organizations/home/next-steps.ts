import { mayIn } from '../../../lib/roles.ts'

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
  products: number
  customers: number
  accessTokens: number
}

export interface NextStep {
  title: string
  text: string
  isDone: boolean
  /** What leads there, as a verb. */
  action: string
  to:
    | '/dashboard/$slug/products/new'
    | '/dashboard/$slug/settings/access-tokens/new'
    | '/dashboard/$slug/customers'
    | '/dashboard/$slug/settings'
    | '/dashboard/$slug/settings/invitations'
    | '/dashboard/$slug/settings/teams'
}

/** What one could do next; what one's role doesn't allow isn't asked for. */
export function nextSteps({ role, ...facts }: StepFacts): NextStep[] {
  return [
    ...(mayIn(role, 'catalog', 'write') ? [productStep(facts)] : []),
    ...(mayIn(role, 'developers', 'write') ? [tokenStep(facts)] : []),
    ...(mayIn(role, 'customers', 'write') ? [customerStep(facts)] : []),
    ...(mayIn(role, 'organization', 'update') ? [profileStep(facts)] : []),
    ...(mayIn(role, 'invitation', 'create') ? [invitationStep(facts)] : []),
    ...(mayIn(role, 'team', 'create') && facts.teams !== null ? [teamStep(facts.teams)] : []),
  ]
}

type Facts = Omit<StepFacts, 'role'>

const productStep = ({ products }: Facts): NextStep => ({
  title: 'Create a product',
  text: 'What you sell, for how much, and what buyers get for it.',
  isDone: products > 0,
  action: 'Create a product',
  to: '/dashboard/$slug/products/new',
})

const tokenStep = ({ accessTokens }: Facts): NextStep => ({
  title: 'Make an access token',
  text: 'With it your own application does what you do here.',
  isDone: accessTokens > 0,
  action: 'Make a token',
  to: '/dashboard/$slug/settings/access-tokens/new',
})

const customerStep = ({ customers }: Facts): NextStep => ({
  title: 'Add a customer',
  text: 'Whoever buys becomes one. You can also add them yourself.',
  isDone: customers > 0,
  action: 'Add a customer',
  to: '/dashboard/$slug/customers',
})

const profileStep = ({ hasLogo, hasEmail }: Facts): NextStep => ({
  title: 'Complete the profile',
  text: 'A logo and a support address tell people whom they deal with.',
  isDone: hasLogo && hasEmail,
  action: 'Open the profile',
  to: '/dashboard/$slug/settings',
})

const invitationStep = ({ members, openInvitations }: Facts): NextStep => ({
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
