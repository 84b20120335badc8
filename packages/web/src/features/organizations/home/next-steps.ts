import { mayIn } from '#/entities/organization/roles.ts'

/** The state of an organization that its next steps depend on. */
export interface StepFacts {
  /** The user's role. */
  role: string
  hasLogo: boolean
  hasEmail: boolean
  members: number
  openInvitations: number
  /** Null if teams are disabled on this server. */
  teams: number | null
  products: number
  customers: number
  accessTokens: number
}

export interface NextStep {
  title: string
  text: string
  isDone: boolean
  /** The label of the link, a verb. */
  action: string
  to:
    | '/dashboard/$slug/products/new'
    | '/dashboard/$slug/settings/access-tokens/new'
    | '/dashboard/$slug/customers'
    | '/dashboard/$slug/settings'
    | '/dashboard/$slug/settings/invitations'
    | '/dashboard/$slug/settings/teams'
}

/** Suggested next steps that the user's role allows. */
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
  text: 'Set a price and choose what customers get.',
  isDone: products > 0,
  action: 'Create a product',
  to: '/dashboard/$slug/products/new',
})

const tokenStep = ({ accessTokens }: Facts): NextStep => ({
  title: 'Create an access token',
  text: 'Lets your application do what you can do here.',
  isDone: accessTokens > 0,
  action: 'Create token',
  to: '/dashboard/$slug/settings/access-tokens/new',
})

const customerStep = ({ customers }: Facts): NextStep => ({
  title: 'Add a customer',
  text: 'Customers are added when they buy. You can also add them yourself.',
  isDone: customers > 0,
  action: 'Add a customer',
  to: '/dashboard/$slug/customers',
})

const profileStep = ({ hasLogo, hasEmail }: Facts): NextStep => ({
  title: 'Complete the profile',
  text: 'Add a logo and a support address that customers can recognize.',
  isDone: hasLogo && hasEmail,
  action: 'Open the profile',
  to: '/dashboard/$slug/settings',
})

const invitationStep = ({ members, openInvitations }: Facts): NextStep => ({
  title: 'Invite people',
  text: 'They receive an email with a link and get the role you choose.',
  isDone: members > 1 || openInvitations > 0,
  action: 'Invite people',
  to: '/dashboard/$slug/settings/invitations',
})

/** Every organization starts with one team. */
const teamStep = (teams: number): NextStep => ({
  title: 'Create a second team',
  text: 'Teams group members who work together. You start with one.',
  isDone: teams > 1,
  action: 'Create a team',
  to: '/dashboard/$slug/settings/teams',
})
