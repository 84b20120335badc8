import * as z from 'zod/mini'
import type { Guild } from './guild.ts'

/** What only its people may change, by table and id. */
export type GuildRows = ReadonlyMap<string, string>

const guildRows = `
  select 'member ' || user_id as key, role as row from member where organization_id = $1
  union all
  select 'invitation ' || id, jsonb_build_array(email, role, status)::text
    from invitation where organization_id = $1
  union all
  select 'user ' || id, jsonb_build_array(email, email_verified, role)::text
    from users where id = any($2::uuid[])
  union all
  select 'account ' || user_id, password_hash from account where user_id = any($2::uuid[])`

export async function guildRowsOf(guild: Guild): Promise<GuildRows> {
  const { server, organizationId, owner, member, unproved } = guild
  const people = [owner, member, unproved].map(({ id }) => id)
  const { rows } = await server.database.pool.query<Record<'key' | 'row', string>>(guildRows, [
    organizationId,
    people,
  ])
  return new Map(rows.map(({ key, row }) => [key, row]))
}

/** Nobody is taken for somebody whom they have not proved to be. */
export async function accountFaults(guild: Guild, before: GuildRows): Promise<string[]> {
  return [...(await changed(guild, before)), ...(await proved(guild)), ...leaked(guild)]
}

async function changed(guild: Guild, before: GuildRows): Promise<string[]> {
  const now = await guildRowsOf(guild)
  return [...new Set([...before.keys(), ...now.keys()])]
    .filter((key) => now.get(key) !== before.get(key))
    .map((key) => `a stranger changed ${key}: ${before.get(key)} became ${now.get(key)}`)
}

const session = z.nullable(
  z.object({ user: z.object({ email: z.string(), emailVerified: z.boolean(), role: z.string() }) }),
)

/** Strangers read no mail, so none of their sessions is that of a proved address or an operator. */
async function proved({ strangers }: Guild): Promise<string[]> {
  const answers = await Promise.all(
    strangers.map((browser) => browser.get('/api/auth/get-session')),
  )
  return answers
    .flatMap(({ body }) => z.parse(session, body) ?? [])
    .filter(({ user }) => user.emailVerified || user.role !== 'user')
    .map(({ user }) => `a stranger is signed in as ${user.role} with the proved ${user.email}`)
}

/** Who may not invite sees no open invitation. */
const leaked = ({ shown, invited, invitationId }: Guild): string[] =>
  shown
    .filter((text) => text.includes(invited) || text.includes(invitationId))
    .map((text) => `an open invitation is shown: ${text}`)
