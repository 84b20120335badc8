import * as z from 'zod/mini'
import { type ExternalKind, notConfigured } from './external-kind.ts'

const Stored = z.object({ guildId: z.string(), roleId: z.string() })
const Place = z.object({ guild_id: z.string(), role_id: z.string() })

const placeOf = ({ properties }: { readonly properties: unknown }) => {
  const { guildId, roleId } = z.parse(Stored, properties)
  return { guild_id: guildId, role_id: roleId }
}

const roleIn = (place: unknown) => {
  const { guild_id: guildId, role_id: roleId } = z.parse(Place, place)
  return { guildId, roleId }
}

const unavailable = notConfigured('Discord', 'GUILDHALL_DISCORD_CLIENT_ID')

/** A role in a guild. */
export const discordGrants: ExternalKind = {
  type: 'discord',
  provider: 'discord',
  name: 'Discord',
  unavailable,
  placeOf,
  readPlace: (place) => z.parse(Place, place),
  givenBy: placeOf,
  stateOf: () => ({}),
  give: async ({ discord }, place, { accountId, token }) =>
    discord?.roles.give(roleIn(place), { id: accountId, token }) ?? unavailable,
  take: async ({ discord }, place, accountId) =>
    discord?.roles.take(roleIn(place), { id: accountId }) ?? unavailable,
}
