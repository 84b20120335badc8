import { type Refusal, refuse } from '../../../../kernel/refusal.ts'

/** What of a guild decides which roles the bot can assign. */
export interface GuildFacts {
  readonly id: string
  readonly roles: readonly RoleFacts[]
  readonly botRoleIds: readonly string[]
}

interface RoleFacts {
  readonly id: string
  readonly position: number
  /** A bit set in decimal digits. */
  readonly permissions: string
  readonly managed: boolean
}

export type RoleObstacle = 'managed' | 'too_high'

const administrator = 1n << 3n
const manageRoles = 1n << 28n

/** The role with the guild's own id is @everyone. */
const botRoles = ({ id, roles, botRoleIds }: GuildFacts): readonly RoleFacts[] =>
  roles.filter((role) => role.id === id || botRoleIds.includes(role.id))

export const managesRoles = (guild: GuildFacts): boolean =>
  botRoles(guild).some(({ permissions }) => {
    const granted = BigInt(permissions)
    return (granted & (administrator | manageRoles)) !== 0n
  })

/** Why the bot can't assign the role; null if it can. */
export function roleObstacle(guild: GuildFacts, role: RoleFacts): RoleObstacle | null {
  if (role.managed || role.id === guild.id) return 'managed'
  const highest = Math.max(...botRoles(guild).map(({ position }) => position))
  return role.position < highest ? null : 'too_high'
}

type RoleRefusal = Refusal<
  | 'discord_bot_powerless'
  | 'discord_role_unknown'
  | 'discord_role_managed'
  | 'discord_role_too_high'
>

export function decideRole(guild: GuildFacts, roleId: string): RoleRefusal | null {
  const loc = ['body', 'properties', 'role_id']
  if (!managesRoles(guild)) return refuse('discord_bot_powerless', { loc })
  const role = guild.roles.find(({ id }) => id === roleId)
  if (role === undefined) return refuse('discord_role_unknown', { loc })
  switch (roleObstacle(guild, role)) {
    case 'managed':
      return refuse('discord_role_managed', { loc })
    case 'too_high':
      return refuse('discord_role_too_high', { loc })
    default:
      return null
  }
}
