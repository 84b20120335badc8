/** A member may have several roles, joined by commas. */
export const memberRoles = ['owner', 'admin', 'member'] as const
export type MemberRole = (typeof memberRoles)[number]

export const invitationStatuses = ['pending', 'accepted', 'rejected', 'canceled'] as const
export type InvitationStatus = (typeof invitationStatuses)[number]

/** The actions in an organization, by resource. */
export const organizationActions = {
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
  catalog: ['read', 'write'],
  customers: ['read', 'write'],
  sales: ['read', 'write'],
  developers: ['read', 'write'],
  analytics: ['read', 'write'],
  audit: ['read', 'manage'],
} as const

type Actions = typeof organizationActions
type ActionsGranted = { readonly [R in keyof Actions]?: readonly Actions[R][number][] }

const readOnly = {
  catalog: ['read'],
  customers: ['read'],
  sales: ['read'],
  developers: ['read'],
  analytics: ['read'],
} as const satisfies ActionsGranted

const readAndWrite = ['read', 'write'] as const

/** The actions that each role allows. */
export const organizationRoles = {
  owner: organizationActions,
  admin: {
    organization: ['update'],
    member: ['create', 'update', 'delete'],
    invitation: ['create', 'cancel'],
    team: ['create', 'update', 'delete'],
    catalog: readAndWrite,
    customers: readAndWrite,
    sales: readAndWrite,
    developers: readAndWrite,
    analytics: readAndWrite,
    audit: ['read'],
  },
  member: readOnly,
} as const satisfies Readonly<Record<MemberRole, ActionsGranted>>
