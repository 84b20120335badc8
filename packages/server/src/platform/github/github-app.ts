import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from 'oauth4webapi'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { askService, type ServiceAnswer, type ServiceFailure } from '../http-client/ask-service.ts'
import type { Outside } from '../oauth/outside.ts'
import { exchangeCode, type TokenServer } from '../oauth/tokens.ts'
import { appKey, appToken } from './app-token.ts'

interface Parts {
  readonly config: Config
  readonly outside: Outside
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

/** A repository, as the person sees it and the app is allowed there. */
interface RepositorySeen {
  readonly owner: string
  readonly name: string
  readonly isPersonal: boolean
  readonly isPrivate: boolean
  /** Whether the person is an administrator of it. */
  readonly isAdministered: boolean
  readonly app: 'missing' | 'powerless' | 'ready'
}

/** As much of the list as is asked for. */
interface RepositoriesSeen {
  readonly repositories: readonly RepositorySeen[]
  readonly hasMore: boolean
}

type Answer<T> = Promise<ServiceAnswer<T> | ServiceFailure>

interface Leaving {
  readonly state: string
  readonly redirectUrl: string
  readonly codeVerifier: string
}

export interface GitHubApp {
  newCodeVerifier(): string
  /** Where somebody says who they are. */
  authorizeUrl(leaving: Leaving): Promise<string>
  /** Where somebody installs the app, and says who they are then. */
  installUrl(state: string): Answer<string>
  /** A token of whoever came back; why there is none is for the log only. */
  comeIn(answered: {
    readonly code: string
    readonly redirectUrl: string
    readonly codeVerifier: string | null
  }): Promise<{ readonly accessToken: string } | { readonly failed: string }>
  /** What the person is called there. */
  login(accessToken: string): Answer<string>
  repositories(accessToken: string): Answer<RepositoriesSeen>
  repository(
    accessToken: string,
    repository: { readonly owner: string; readonly name: string },
  ): Answer<RepositorySeen>
}

const pageSize = 100
/** Of the installations somebody sees, so many are looked into: a page of each. */
const installationsMax = 10

/** Null where the operator hasn't set it up. */
export function openGitHubApp({ config, outside, clock }: Parts): GitHubApp | null {
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
  const ask: Ask = (token, path, schema) => {
    const request = { headers: headersWith(token), showsOwnCredentials: false }
    return askService(outside, `${apiUrl}${path}`, request, schema)
  }
  const askAsApp: AskAsApp = async (path, schema) => {
    const headers = headersWith(await appToken({ appId, privateKey }, clock))
    return askService(outside, `${apiUrl}${path}`, { headers, showsOwnCredentials: true }, schema)
  }
  return {
    newCodeVerifier: generateRandomCodeVerifier,
    authorizeUrl: async ({ state, redirectUrl, codeVerifier }) =>
      `${server.authorizeUrl}?${new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUrl,
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }).toString()}`,
    async installUrl(state) {
      const app = await askAsApp('/app', z.object({ slug: slugShape }))
      if (!('answer' in app)) return app
      const page = `${webUrl}/apps/${app.answer.slug}/installations/new`
      return { answer: `${page}?${new URLSearchParams({ state }).toString()}` }
    },
    async comeIn({ code, redirectUrl, codeVerifier }) {
      const callback = new URLSearchParams({ code })
      const client = { clientId, clientSecret }
      const exchange = { server, client, callback, redirectUrl, codeVerifier, extra: {} }
      const tokens = await exchangeCode({ outside, clock }, exchange)
      return 'failed' in tokens ? { failed: tokens.reason } : { accessToken: tokens.accessToken }
    },
    async login(accessToken) {
      const user = await ask(accessToken, '/user', z.object({ login: loginShape }))
      return 'answer' in user ? { answer: user.answer.login } : user
    },
    repositories: (accessToken) => seeRepositories(ask, accessToken),
    repository: (accessToken, repository) =>
      seeRepository({ ask, askAsApp }, accessToken, repository),
  }
}

const slugShape = z.string().check(z.regex(/^[\w-]+$/))
const loginShape = z.string().check(z.minLength(1), z.maxLength(100))

const headersWith = (token: string) => ({
  accept: 'application/vnd.github+json',
  authorization: `Bearer ${token}`,
  'x-github-api-version': '2022-11-28',
})

type Ask = <S extends z.core.$ZodType>(
  token: string,
  path: string,
  schema: S,
) => Answer<z.output<S>>

type AskAsApp = <S extends z.core.$ZodType>(path: string, schema: S) => Answer<z.output<S>>

async function seeRepositories(ask: Ask, accessToken: string): Answer<RepositoriesSeen> {
  const page = `per_page=${pageSize}`
  const found = await ask(accessToken, `/user/installations?${page}`, Installations)
  if (!('answer' in found)) return found
  const { installations, total_count: total } = found.answer
  const open = installations.slice(0, installationsMax)
  const lists = await Promise.all(
    open.map(async (installation) => {
      const path = `/user/installations/${installation.id}/repositories?${page}`
      return { app: stateOf(installation), listed: await ask(accessToken, path, Repositories) }
    }),
  )
  const seen: RepositorySeen[] = []
  let hasMore = total > open.length
  for (const { app, listed } of lists) {
    // An installation can be gone between the two calls.
    if ('refused' in listed) continue
    if ('unavailable' in listed) return listed
    const { repositories, total_count: ofInstallation } = listed.answer
    hasMore ||= ofInstallation > repositories.length
    seen.push(...repositories.map((one) => seenOf(one, app)))
  }
  return { answer: { repositories: seen, hasMore } }
}

interface Asking {
  readonly ask: Ask
  readonly askAsApp: AskAsApp
}

async function seeRepository(
  { ask, askAsApp }: Asking,
  accessToken: string,
  { owner, name }: { readonly owner: string; readonly name: string },
): Answer<RepositorySeen> {
  const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`
  const [repository, installation] = await Promise.all([
    ask(accessToken, path, Repository),
    askAsApp(`${path}/installation`, Installation),
  ])
  if (!('answer' in repository)) return repository
  if ('unavailable' in installation) return installation
  const app = 'answer' in installation ? stateOf(installation.answer) : 'missing'
  return { answer: seenOf(repository.answer, app) }
}

const stateOf = (installation: z.output<typeof Installation>): RepositorySeen['app'] => {
  if (typeof installation.suspended_at === 'string') return 'missing'
  return installation.permissions.administration === 'write' ? 'ready' : 'powerless'
}

const seenOf = (
  { name, owner, private: isPrivate, permissions: rights }: z.output<typeof Repository>,
  app: RepositorySeen['app'],
): RepositorySeen => ({
  owner: owner.login,
  name,
  isPersonal: owner.type !== 'Organization',
  isPrivate,
  isAdministered: rights?.admin === true,
  app,
})
