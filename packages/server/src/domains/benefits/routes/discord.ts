import * as contract from '@guildhall/contract/benefits/connections'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { organizationNamed, personOf } from '../../organizations/index.ts'
import { guildToken } from '../actions/guild-token.ts'
import type { BenefitParts } from '../actions/parts.ts'
import { stateFor } from '../actions/round-trips.ts'
import { managesRoles, roleObstacle } from '../rules/discord-roles.ts'
import { provedGuild } from './ask-elsewhere.ts'
import { comeBack, sendBack } from './come-back.ts'
import { discordOf, type Elsewhere } from './elsewhere.ts'

const proofMilliseconds = 3_600_000

/** Letting the bot into a server at Discord, and what it finds there. */
export const discordRoutes = (
  parts: BenefitParts,
  elsewhere: Elsewhere,
): readonly EndpointRoute[] => [
  connectRoute(parts, elsewhere),
  callbackRoute(parts, elsewhere),
  guildRoute(parts, elsewhere),
]

const callbackUrl = ({ config }: BenefitParts): string =>
  `${config.server.url}${contract.discordCallback.path}`

const connectRoute = (parts: BenefitParts, elsewhere: Elsewhere) =>
  serve(contract.connectDiscord, async ({ caller, body }) => {
    const organizationId = await organizationNamed(parts, caller, body.organizationId)
    const discord = discordOf(elsewhere, ['body'])
    const state = stateFor(parts, 'discord', {
      organizationId,
      sessionId: personOf(caller).session.id,
      returnTo: body.returnTo,
      codeVerifier: null,
    })
    return { url: discord.authorizeUrl({ state, redirectUrl: callbackUrl(parts) }) }
  })

const callbackRoute = (parts: BenefitParts, elsewhere: Elsewhere) =>
  serve(contract.discordCallback, async (call) => {
    const ending = await comeBack(parts, 'discord', call)
    const { trip } = ending
    if ('error' in ending) return sendBack(parts, trip, { error: ending.error })
    const redirectUrl = callbackUrl(parts)
    const found = await elsewhere.discord?.letIn({ code: ending.code, redirectUrl })
    if (found === undefined || 'failed' in found) {
      call.log.warn({ reason: found?.failed }, 'nobody let the bot into a guild')
      return sendBack(parts, trip, { error: 'invalid_code' })
    }
    const until = new Date(parts.clock.now().getTime() + proofMilliseconds)
    const proof = { guildId: found.guildId, by: { until } }
    const { organizationId } = trip
    return sendBack(parts, trip, {
      guild_token: guildToken(parts.keyring, { organizationId, proof }),
    })
  })

const guildRoute = (parts: BenefitParts, elsewhere: Elsewhere) =>
  serve(contract.getDiscordGuild, async ({ caller, body }) => {
    const organizationId = await organizationNamed(parts, caller, body.organizationId)
    discordOf(elsewhere, ['body'])
    const guild = await provedGuild(parts, elsewhere, {
      organizationId,
      token: body.guildToken,
      loc: ['body', 'guild_token'],
    })
    const roles = guild.roles.toSorted((one, other) => other.position - one.position)
    return {
      id: guild.id,
      name: guild.name,
      managesRoles: managesRoles(guild),
      roles: roles.map((role) => ({
        id: role.id,
        name: role.name,
        color: role.color === 0 ? null : role.color.toString(16).padStart(6, '0'),
        obstacle: roleObstacle(guild, role),
      })),
    }
  })
