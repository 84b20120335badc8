import * as contract from '@guildhall/contract/benefits/connections'
import { assert } from '../../../kernel/assert.ts'
import type { GitHubApp } from '../../../platform/github/github-app.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import {
  organizationListed,
  organizationNamed,
  personOf,
  sellerWork,
} from '../../organizations/index.ts'
import {
  connectGitHub,
  type GitHubConnection,
  gitHubConnectionOf,
} from '../actions/github-connection.ts'
import type { BenefitParts } from '../actions/parts.ts'
import { stateFor } from '../actions/round-trips.ts'
import { repositoryObstacle } from '../rules/github-repositories.ts'
import { comeBack, type Ending, sendBack } from './come-back.ts'
import { countAsk, type Elsewhere, githubOf, heard } from './elsewhere.ts'

/** Who somebody is at GitHub, and which repositories they may give permissions in. */
export const githubRoutes = (
  parts: BenefitParts,
  elsewhere: Elsewhere,
): readonly EndpointRoute[] => [
  connectRoute(parts, elsewhere),
  callbackRoute(parts, elsewhere),
  repositoriesRoute(parts, elsewhere),
]

const callbackUrl = ({ config }: BenefitParts): string =>
  `${config.server.url}${contract.gitHubCallback.path}`

const connectRoute = (parts: BenefitParts, elsewhere: Elsewhere) =>
  serve(contract.connectGitHub, async ({ caller, body: { organizationId: named, ...body } }) => {
    const organizationId = await organizationNamed(parts, caller, named)
    const github = githubOf(elsewhere, ['body'])
    const sessionId = personOf(caller).session.id
    const leaving = { organizationId, sessionId, returnTo: body.returnTo }
    if (body.install !== true) {
      const codeVerifier = github.newCodeVerifier()
      const state = stateFor(parts, 'github', { ...leaving, codeVerifier })
      const redirectUrl = callbackUrl(parts)
      return { url: await github.authorizeUrl({ state, redirectUrl, codeVerifier }) }
    }
    await countAsk(parts, organizationId)
    // Who comes by installing says who they are without having been asked for a challenge.
    const state = stateFor(parts, 'github', { ...leaving, codeVerifier: null })
    const said = heard(parts, 'github', await github.installUrl(state))
    assert('answer' in said, 'an app whose key is good is told its name')
    return { url: said.answer }
  })

const callbackRoute = (parts: BenefitParts, elsewhere: Elsewhere) =>
  serve(contract.gitHubCallback, async (call) => {
    const ending = await comeBack(parts, 'github', call)
    const { trip } = ending
    if ('error' in ending) return sendBack(parts, trip, { error: ending.error })
    const came = await whoCame(parts, elsewhere.github, ending)
    if ('failed' in came) {
      call.log.warn({ reason: came.failed }, 'nobody connected an account at GitHub')
      return sendBack(parts, trip, { error: 'invalid_code' })
    }
    await sellerWork(parts, call.caller, trip.organizationId, (unit) =>
      connectGitHub(unit, parts, trip, came),
    )
    return sendBack(parts, trip, { connected: 'github' })
  })

async function whoCame(
  parts: BenefitParts,
  github: GitHubApp | null,
  { code, trip }: Extract<Ending, { readonly code: string }>,
): Promise<GitHubConnection | { readonly failed: string }> {
  if (github === null) return { failed: 'not configured' }
  const { codeVerifier } = trip
  const tokens = await github.comeIn({ code, redirectUrl: callbackUrl(parts), codeVerifier })
  if ('failed' in tokens) return tokens
  const said = await github.login(tokens.accessToken)
  if ('answer' in said) return { login: said.answer, accessToken: tokens.accessToken }
  return { failed: 'refused' in said ? `status ${said.refused}` : said.unavailable }
}

const repositoriesRoute = (parts: BenefitParts, elsewhere: Elsewhere) =>
  serve(contract.listGitHubRepositories, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const github = githubOf(elsewhere, ['query'])
    if (organizationId === null) return unconnected
    const sessionId = personOf(caller).session.id
    const connection = await gitHubConnectionOf(parts, { organizationId, sessionId })
    if (connection === null) return unconnected
    await countAsk(parts, organizationId)
    const said = heard(parts, 'github', await github.repositories(connection.accessToken))
    // The person may have taken the connection back at GitHub.
    if ('refused' in said) return unconnected
    const { repositories, hasMore } = said.answer
    return {
      login: connection.login,
      repositories: repositories.map((one) => ({
        repositoryOwner: one.owner,
        repositoryName: one.name,
        obstacle: repositoryObstacle(one),
      })),
      hasMore,
    }
  })

const unconnected = { login: null, repositories: [], hasMore: false }
