import * as contract from '@guildhall/contract/benefits/connections'
import { assert } from '../../../kernel/assert.ts'
import type { GitHubApp } from '../../../platform/github/github-app.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  requirePerson,
  resolveOrganization,
  resolveOrganizationFilter,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import type { BenefitDeps } from '../actions/deps.ts'
import {
  findConnection,
  type GitHubConnection,
  saveConnection,
} from '../kinds/github-repository/connection.ts'
import { repositoryObstacle } from '../kinds/github-repository/repositories.ts'
import { createState } from '../kinds/oauth-redirects.ts'
import {
  limitProviderRequests,
  type Providers,
  requireAnswer,
  requireGitHub,
} from '../kinds/providers.ts'
import { type CallbackResult, readCallback, returnToPage } from './oauth-callback.ts'

/** Connecting a GitHub account, and listing the repositories that it can offer. */
export const githubRoutes = (
  deps: BenefitDeps,
  providers: Providers,
): readonly OperationRoute[] => [
  connectRoute(deps, providers),
  callbackRoute(deps, providers),
  repositoriesRoute(deps, providers),
]

const callbackUrl = ({ config }: BenefitDeps): string =>
  `${config.server.url}${contract.gitHubCallback.path}`

const connectRoute = (deps: BenefitDeps, providers: Providers) =>
  serve(contract.connectGitHub, async ({ caller, body: { organizationId: named, ...body } }) => {
    const organizationId = await resolveOrganization(deps, caller, named)
    const github = requireGitHub(providers, ['body'])
    const sessionId = requirePerson(caller).session.id
    const redirect = { organizationId, sessionId, returnTo: body.returnTo }
    if (body.install !== true) {
      const codeVerifier = github.newCodeVerifier()
      const state = createState(deps, 'github', { ...redirect, codeVerifier })
      const redirectUrl = callbackUrl(deps)
      return { url: await github.authorizeUrl({ state, redirectUrl, codeVerifier }) }
    }
    await limitProviderRequests(deps, organizationId)
    // GitHub authorizes the user at the end of the installation, without a PKCE challenge.
    const state = createState(deps, 'github', { ...redirect, codeVerifier: null })
    const answer = requireAnswer(deps, 'github', await github.installUrl(state))
    assert('answer' in answer, 'GitHub refuses its own app only for a wrong key')
    return { url: answer.answer }
  })

const callbackRoute = (deps: BenefitDeps, providers: Providers) =>
  serve(contract.gitHubCallback, async (call) => {
    const result = await readCallback(deps, 'github', call)
    const { redirect } = result
    if ('error' in result) return returnToPage(deps, redirect, { error: result.error })
    const connection = await fetchConnection(deps, providers.github, result)
    if ('failed' in connection) {
      call.log.warn({ reason: connection.failed }, 'no GitHub account was connected')
      return returnToPage(deps, redirect, { error: 'invalid_code' })
    }
    await sellerUnitOfWork(deps, call.caller, redirect.organizationId, async (uow) => {
      await saveConnection(uow, deps, redirect, connection)
      await call.finish(uow, undefined)
    })
    return returnToPage(deps, redirect, { connected: 'github' })
  })

async function fetchConnection(
  deps: BenefitDeps,
  github: GitHubApp | null,
  { code, redirect: { codeVerifier } }: Extract<CallbackResult, { readonly code: string }>,
): Promise<GitHubConnection | { readonly failed: string }> {
  if (github === null) return { failed: 'not configured' }
  const tokens = await github.finishAuthorization({
    code,
    redirectUrl: callbackUrl(deps),
    codeVerifier,
  })
  if ('failed' in tokens) return tokens
  const user = await github.login(tokens.accessToken)
  if ('answer' in user) return { login: user.answer, accessToken: tokens.accessToken }
  return { failed: 'refused' in user ? `status ${user.refused}` : user.unavailable }
}

const repositoriesRoute = (deps: BenefitDeps, providers: Providers) =>
  serve(contract.listGitHubRepositories, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const github = requireGitHub(providers, ['query'])
    if (organizationId === null) return unconnected
    const sessionId = requirePerson(caller).session.id
    const connection = await findConnection(deps, { organizationId, sessionId })
    if (connection === null) return unconnected
    await limitProviderRequests(deps, organizationId)
    const fetched = await github.repositories(connection.accessToken)
    const answer = requireAnswer(deps, 'github', fetched)
    // The person may have revoked the authorization at GitHub.
    if ('refused' in answer) return unconnected
    const { repositories, hasMore } = answer.answer
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
