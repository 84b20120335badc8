import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from 'oauth4webapi'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import {
  callService,
  type ServiceAnswer,
  type ServiceFailure,
} from '../http-client/call-service.ts'
import type { FetchExternal } from '../oauth/external.ts'
import { exchangeCode, type TokenServer } from '../oauth/tokens.ts'
import { appKey, appToken } from './app-token.ts'
import { type CallGitHub, type RepositoryAccess, repositoryAccess } from './repository-access.ts'

interface Deps {
  readonly config: Config
  readonly fetchExternal: FetchExternal
  readonly clock: Clock
}

const permissions = z.object({ administration: z.optional(z.string()) })

const Installation = z.object({
  id: z.int(),
  permissions,
  suspended_at: z.nullish(z.string()),
})

const Repository = z.object({
  name: z.string(),
  private: z.boolean(),
  owner: z.object({ login: z.string(), type: z.string() }),
  permissions: z.optional(z.object({ admin: z.boolean() })),
})

const Installations = z.object({
  total_count: z.int(),
  installations: z.array(Installation),
})

const Repositories = z.object({ total_count: z.int(), repositories: z.array(Repository) })

/** A repository as the user sees it, and the app's permissions there. */
interface GitHubRepository {
  readonly owner: string
  readonly name: string
  readonly isPersonal: boolean
  readonly isPrivate: boolean
  /** Whether the user is an administrator of it. */
  readonly isAdministered: boolean
  readonly app: 'missing' | 'powerless' | 'ready'
}

/** Only the first pages are read. */
interface GitHubRepositories {
  readonly repositories: readonly GitHubRepository[]
  readonly hasMore: boolean
}

type Answer<T> = Promise<ServiceAnswer<T> | ServiceFailure>

interface AuthorizeRequest {
  readonly state: string
  readonly redirectUrl: string
  readonly codeVerifier: string
}

export interface GitHubApp {
  newCodeVerifier(): string
  /** GitHub's page for authorizing the app to identify a user. */
  authorizeUrl(request: AuthorizeRequest): Promise<string>
  /** GitHub's page for installing the app, which then identifies the user. */
  installUrl(state: string): Answer<string>
  /** The user's access token, or a reason for the log. */
  finishAuthorization(callback: {
    readonly code: string
    readonly redirectUrl: string
    readonly codeVerifier: string | null
  }): Promise<{ readonly accessToken: string } | { readonly failed: string }>
  login(accessToken: string): Answer<string>
  repositories(accessToken: string): Answer<GitHubRepositories>
  repository(
    accessToken: string,
    repository: { readonly owner: string; readonly name: string },
  ): Answer<GitHubRepository>
  /** The permissions of people. */
  readonly permissions: RepositoryAccess
}

const pageSize = 100
/** Lists only the first installations, with one page of repositories each. */
const installationsMax = 10

/** Null when GitHub is not configured. */
export function openGitHubApp({ config, fetchExternal, clock }: Deps): GitHubApp | null {
  const { id: appId, privateKey: pem, clientId, clientSecret, apiUrl, webUrl } = config.githubApp
  if (appId === null || pem === null || clientId === null || clientSecret === null) return null
  const privateKey = appKey(pem)
  const server: TokenServer = {
    issuer: null,
    alwaysNamesIssuer: false,
    authorizeUrl: `${webUrl}/login/oauth/authorize`,
    tokenUrl: `${webUrl}/login/oauth/access_token`,
    refreshUrl: null,
    tokenAuthentication: 'post',
    clientIdParameter: 'client_id',
  }
  const call: CallGitHub = async (path, schema, { token, ...request }) => {
    const secret = token ?? (await appToken({ appId, privateKey }, clock))
    const settled = { showsOwnCredentials: true, ...request, headers: headersWith(secret) }
    return callService(fetchExternal, `${apiUrl}${path}`, settled, schema)
  }
  const requestAsUser: RequestAsUser = (token, path, schema) =>
    call(path, schema, { token, showsOwnCredentials: false })
  const requestAsApp: RequestAsApp = (path, schema) => call(path, schema, { token: null })
  const authorizeUrl: GitHubApp['authorizeUrl'] = async ({ state, redirectUrl, codeVerifier }) =>
    `${server.authorizeUrl}?${new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUrl,
      state,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    }).toString()}`
  const finishAuthorization: GitHubApp['finishAuthorization'] = async (given) => {
    const callback = new URLSearchParams({ code: given.code })
    const client = { clientId, clientSecret }
    const exchange = { ...given, server, client, callback, extra: {} }
    const tokens = await exchangeCode({ fetchExternal, clock }, exchange)
    return 'failed' in tokens ? { failed: tokens.reason } : { accessToken: tokens.accessToken }
  }
  return {
    newCodeVerifier: generateRandomCodeVerifier,
    authorizeUrl,
    async installUrl(state) {
      const app = await requestAsApp('/app', z.object({ slug: slugShape }))
      if (!('answer' in app)) return app
      const page = `${webUrl}/apps/${app.answer.slug}/installations/new`
      return { answer: `${page}?${new URLSearchParams({ state }).toString()}` }
    },
    finishAuthorization,
    async login(accessToken) {
      const user = await requestAsUser(accessToken, '/user', z.object({ login: loginShape }))
      return 'answer' in user ? { answer: user.answer.login } : user
    },
    repositories: (accessToken) => listRepositories(requestAsUser, accessToken),
    repository: (accessToken, repository) =>
      fetchRepository({ requestAsUser, requestAsApp }, accessToken, repository),
    permissions: repositoryAccess({ call, authorizeUrl, finishAuthorization }),
  }
}

const slugShape = z.string().check(z.regex(/^[\w-]+$/))
const loginShape = z.string().check(z.minLength(1), z.maxLength(100))

const headersWith = (token: string) => ({
  accept: 'application/vnd.github+json',
  authorization: `Bearer ${token}`,
  'x-github-api-version': '2022-11-28',
})

type RequestAsUser = <S extends z.core.$ZodType>(
  token: string,
  path: string,
  schema: S,
) => Answer<z.output<S>>

type RequestAsApp = <S extends z.core.$ZodType>(path: string, schema: S) => Answer<z.output<S>>

async function listRepositories(
  requestAsUser: RequestAsUser,
  accessToken: string,
): Answer<GitHubRepositories> {
  const page = `per_page=${pageSize}`
  const found = await requestAsUser(accessToken, `/user/installations?${page}`, Installations)
  if (!('answer' in found)) return found
  const { installations, total_count: total } = found.answer
  const open = installations.slice(0, installationsMax)
  const lists = await Promise.all(
    open.map(async (installation) => {
      const path = `/user/installations/${installation.id}/repositories?${page}`
      return {
        app: appStateOf(installation),
        listed: await requestAsUser(accessToken, path, Repositories),
      }
    }),
  )
  const all: GitHubRepository[] = []
  let hasMore = total > open.length
  for (const { app, listed } of lists) {
    // The installation may have been removed between the two calls.
    if ('refused' in listed) continue
    if ('unavailable' in listed) return listed
    const { repositories, total_count: count } = listed.answer
    hasMore ||= count > repositories.length
    all.push(...repositories.map((one) => repositoryOf(one, app)))
  }
  return { answer: { repositories: all, hasMore } }
}

interface Requests {
  readonly requestAsUser: RequestAsUser
  readonly requestAsApp: RequestAsApp
}

async function fetchRepository(
  { requestAsUser, requestAsApp }: Requests,
  accessToken: string,
  { owner, name }: { readonly owner: string; readonly name: string },
): Answer<GitHubRepository> {
  const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`
  const [repository, installation] = await Promise.all([
    requestAsUser(accessToken, path, Repository),
    requestAsApp(`${path}/installation`, Installation),
  ])
  if (!('answer' in repository)) return repository
  if ('unavailable' in installation) return installation
  const app = 'answer' in installation ? appStateOf(installation.answer) : 'missing'
  return { answer: repositoryOf(repository.answer, app) }
}

const appStateOf = (installation: z.output<typeof Installation>): GitHubRepository['app'] => {
  if (typeof installation.suspended_at === 'string') return 'missing'
  return installation.permissions.administration === 'write' ? 'ready' : 'powerless'
}

const repositoryOf = (
  { name, owner, private: isPrivate, permissions: userPermissions }: z.output<typeof Repository>,
  app: GitHubRepository['app'],
): GitHubRepository => ({
  owner: owner.login,
  name,
  isPersonal: owner.type !== 'Organization',
  isPrivate,
  isAdministered: userPermissions?.admin === true,
  app,
})
