import * as contract from '@guildhall/contract/benefits/connections'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { requirePerson, resolveOrganization } from '../../organizations/actions/seller.ts'
import type { BenefitDeps } from '../actions/deps.ts'
import { fetchProvenGuild } from '../kinds/discord/discord.ts'
import { guildToken } from '../kinds/discord/guild-token.ts'
import { managesRoles, roleObstacle } from '../kinds/discord/roles.ts'
import { createState } from '../kinds/oauth-redirects.ts'
import { type Providers, requireDiscord } from '../kinds/providers.ts'
import { readCallback, returnToPage } from './oauth-callback.ts'

const proofMilliseconds = 3_600_000

/** Adding the bot to a guild, and reading the guild's roles. */
export const discordRoutes = (
  deps: BenefitDeps,
  providers: Providers,
): readonly OperationRoute[] => [
  connectRoute(deps, providers),
  callbackRoute(deps, providers),
  guildRoute(deps, providers),
]

const callbackUrl = ({ config }: BenefitDeps): string =>
  `${config.server.url}${contract.discordCallback.path}`

const connectRoute = (deps: BenefitDeps, providers: Providers) =>
  serve(contract.connectDiscord, async ({ caller, body }) => {
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    const discord = requireDiscord(providers, ['body'])
    const state = createState(deps, 'discord', {
      organizationId,
      sessionId: requirePerson(caller).session.id,
      returnTo: body.returnTo,
      codeVerifier: null,
    })
    return { url: discord.authorizeUrl({ state, redirectUrl: callbackUrl(deps) }) }
  })

const callbackRoute = (deps: BenefitDeps, providers: Providers) =>
  serve(contract.discordCallback, async (call) => {
    const result = await readCallback(deps, 'discord', call)
    const { redirect } = result
    if ('error' in result) return returnToPage(deps, redirect, { error: result.error })
    const redirectUrl = callbackUrl(deps)
    const finished = await providers.discord?.finishAuthorization({
      code: result.code,
      redirectUrl,
    })
    if (finished === undefined || 'failed' in finished) {
      call.log.warn({ reason: finished?.failed }, 'the bot was not added to a guild')
      return returnToPage(deps, redirect, { error: 'invalid_code' })
    }
    const until = new Date(deps.clock.now().getTime() + proofMilliseconds)
    const proof = { guildId: finished.guildId, by: { until } }
    const { organizationId } = redirect
    return returnToPage(deps, redirect, {
      guild_token: guildToken(deps.keyring, { organizationId, proof }),
    })
  })

const guildRoute = (deps: BenefitDeps, providers: Providers) =>
  serve(contract.getDiscordGuild, async ({ caller, body }) => {
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    requireDiscord(providers, ['body'])
    const guild = await fetchProvenGuild(deps, providers, {
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
