import { createHash, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { jwtVerify } from 'jose'
import { expect } from 'vitest'
import { answerToInstallation, RepositoryPeople } from './stand-in-github-people.ts'
import { type RunningService, type ServiceCall, startService } from './stand-in-service.ts'

interface Repository {
  readonly owner: string
  readonly name: string
  readonly ownerType?: 'Organization' | 'User'
  readonly isPrivate?: boolean
  readonly admins: readonly string[]
  /** The app's permission; null where it is not installed. */
  readonly app: 'write' | 'read' | 'suspended' | null
}

export interface StandInGitHub extends RunningService {
  /** For the settings of the server under test. */
  readonly env: Readonly<Record<string, string>>
  /** How it behaves from now on. */
  readonly at: {
    /** The account that is signed in. */
    login: string
    repositories: readonly Repository[]
    /** Whether codes are exchanged for tokens. */
    givesTokens: boolean
  }
  readonly people: RepositoryPeople
  /** The URL that the browser is sent back to after authorizing the app. */
  authorize(authorizeUrl: string): URL
  /** The URL that the browser is sent back to after installing the app. */
  install(installUrl: string, callback: string): URL
  decline(authorizeUrl: string): URL
  /** Revokes all tokens. */
  revokeTokens(): void
}

const app = { id: '4711', slug: 'guildhall-acme', client: 'Iv1.app', secret: 'github secret/+&=' }

/** GitHub issues RSA keys in PKCS #1. */
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
})

export const acmeRepositories: readonly Repository[] = [
  { owner: 'acme', name: 'Rockets', admins: ['ann'], app: 'write' },
  { owner: 'acme', name: 'website', admins: ['ann'], app: 'write', isPrivate: false },
  { owner: 'acme', name: 'payroll', admins: ['boss'], app: 'write' },
  { owner: 'acme', name: 'anvils', admins: ['ann'], app: 'read' },
  { owner: 'ann', name: 'dotfiles', admins: ['ann'], app: 'write', ownerType: 'User' },
  { owner: 'acme', name: 'attic', admins: ['ann'], app: null },
  { owner: 'acme', name: 'cellar', admins: ['ann'], app: 'suspended' },
]

interface Code {
  readonly redirectUri: string
  readonly challenge: string | null
  readonly login: string
}

interface ServiceState {
  readonly codes: Map<string, Code>
  readonly logins: Map<string, string>
  /** The repositories of installation tokens. */
  readonly entrances: Map<string, string>
  readonly people: RepositoryPeople
  readonly at: StandInGitHub['at']
}

export async function startStandInGitHub(): Promise<StandInGitHub> {
  const state: ServiceState = {
    codes: new Map(),
    logins: new Map(),
    entrances: new Map(),
    people: new RepositoryPeople(),
    at: { login: 'ann', repositories: acmeRepositories, givesTokens: true },
  }
  const service = await startService((call) => replyTo(call, state))
  const sendBack = (to: string, given: URLSearchParams, said: Record<string, string>) => {
    const back = new URL(to)
    for (const [name, value] of Object.entries(said)) back.searchParams.set(name, value)
    back.searchParams.set('state', given.get('state') ?? '')
    return back
  }
  const newCode = (redirectUri: string, challenge: string | null) => {
    const code = randomBytes(10).toString('hex')
    state.codes.set(code, { redirectUri, challenge, login: state.at.login })
    return code
  }
  const readRequest = (authorizeUrl: string) => {
    const { origin, pathname, searchParams } = new URL(authorizeUrl)
    expect(`${origin}${pathname}`).toBe(`${service.url}/login/oauth/authorize`)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: app.client,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    })
    return { searchParams, redirectUri: searchParams.get('redirect_uri') ?? '' }
  }
  return Object.assign(service, {
    env: {
      GUILDHALL_GITHUB_APP_ID: app.id,
      GUILDHALL_GITHUB_APP_PRIVATE_KEY: keys.privateKey.replaceAll('\n', '\\n'),
      GUILDHALL_GITHUB_APP_CLIENT_ID: app.client,
      GUILDHALL_GITHUB_APP_CLIENT_SECRET: app.secret,
      GUILDHALL_GITHUB_APP_API_URL: `${service.url}/api/v3`,
      GUILDHALL_GITHUB_APP_WEB_URL: service.url,
    },
    at: state.at,
    people: state.people,
    authorize: (authorizeUrl: string) => {
      const { searchParams, redirectUri } = readRequest(authorizeUrl)
      const code = newCode(redirectUri, searchParams.get('code_challenge'))
      return sendBack(redirectUri, searchParams, { code })
    },
    install: (installUrl: string, callback: string) => {
      const { origin, pathname, searchParams } = new URL(installUrl)
      expect(`${origin}${pathname}`).toBe(`${service.url}/apps/${app.slug}/installations/new`)
      const code = newCode(callback, null)
      return sendBack(callback, searchParams, {
        code,
        installation_id: '1',
        setup_action: 'install',
      })
    },
    decline: (authorizeUrl: string) => {
      const { searchParams, redirectUri } = readRequest(authorizeUrl)
      return sendBack(redirectUri, searchParams, { error: 'access_denied' })
    },
    revokeTokens: () => state.logins.clear(),
  })
}

const refuse = (status: number, message: string) => ({ status, body: { message } })

const answer = (body: object) => ({ status: 200, body })

async function replyTo(call: ServiceCall, state: ServiceState) {
  if (call.path === '/login/oauth/access_token') return tokenFor(call, state)
  const path = call.path.replace(/^\/api\/v3/, '')
  const shown = call.authorization.replace(/^Bearer /, '')
  const isOfApp = path === '/app' || /\/(installation|access_tokens)$/.test(path)
  if (isOfApp) {
    return (await isApp(shown)) ? answerToApp(path, state) : refuse(401, 'Bad credentials')
  }
  const repository = state.entrances.get(shown)
  if (repository !== undefined) {
    return answerToInstallation({ ...call, path }, state.people, repository)
  }
  const login = state.logins.get(shown)
  return login === undefined ? refuse(401, 'Bad credentials') : answerToUser(login, path, state)
}

/** GitHub answers 200 even for a refused code. */
function tokenFor({ form }: ServiceCall, state: ServiceState) {
  const code = state.codes.get(form.get('code') ?? '')
  state.codes.delete(form.get('code') ?? '')
  const isClient = form.get('client_id') === app.client && form.get('client_secret') === app.secret
  if (!isClient) return answer({ error: 'incorrect_client_credentials' })
  const verifier = createHash('sha256').update(form.get('code_verifier') ?? '')
  const isProved = code?.challenge === null || verifier.digest('base64url') === code?.challenge
  const isCode = isProved && code?.redirectUri === form.get('redirect_uri')
  if (code === undefined || !isCode || !state.at.givesTokens) {
    return answer({ error: 'bad_verification_code' })
  }
  const token = `ghu_${randomBytes(18).toString('hex')}`
  state.logins.set(token, code.login)
  return answer({
    access_token: token,
    expires_in: 28_800,
    refresh_token: 'ghr_x',
    token_type: 'bearer',
  })
}

async function isApp(shown: string): Promise<boolean> {
  try {
    const { payload } = await jwtVerify(shown, createPublicKey(keys.publicKey), {
      algorithms: ['RS256'],
      issuer: app.id,
      clockTolerance: '2d',
    })
    return (payload.exp ?? 0) - (payload.iat ?? 0) <= 600
  } catch {
    return false
  }
}

const slugOf = ({ owner, name }: Repository) => `${owner}/${name}`.toLowerCase()

const installationOf = ({ app: state }: Repository, id: number) => ({
  id,
  permissions: { metadata: 'read', administration: state === 'read' ? 'read' : 'write' },
  suspended_at: state === 'suspended' ? '2026-01-01T00:00:00Z' : null,
})

function answerToApp(path: string, { at: { repositories }, entrances }: ServiceState) {
  if (path === '/app') return answer({ id: Number(app.id), slug: app.slug })
  const [, entered] = /^\/app\/installations\/(\d+)\/access_tokens$/.exec(path) ?? []
  if (entered !== undefined) {
    const inside = repositories[Number(entered)]
    if (inside?.app !== 'write') return refuse(422, 'The permissions requested are not granted.')
    const token = `ghs_${randomBytes(18).toString('hex')}`
    entrances.set(token, slugOf(inside))
    return { status: 201, body: { token, expires_at: '2030-01-01T00:00:00Z' } }
  }
  const [, slug = ''] = /^\/repos\/(.+)\/installation$/.exec(path) ?? []
  const place = repositories.findIndex((one) => slugOf(one) === slug.toLowerCase())
  const found = repositories[place]
  return found === undefined || found.app === null
    ? refuse(404, 'Not Found')
    : answer(installationOf(found, place))
}

function answerToUser(login: string, path: string, { at: { repositories }, people }: ServiceState) {
  const shown = (one: Repository) => ({
    name: one.name,
    private: one.isPrivate ?? true,
    owner: { login: one.owner, type: one.ownerType ?? 'Organization' },
    permissions: { admin: one.admins.includes(login) },
  })
  if (path === '/user') return answer({ id: people.idOf(login), login })
  if (path === '/user/installations') {
    // One per repository, so that every state of an installation occurs.
    const installations = repositories.flatMap((one, id) =>
      one.app === null ? [] : [installationOf(one, id)],
    )
    return answer({ total_count: installations.length, installations })
  }
  const [, id] = /^\/user\/installations\/(\d+)\/repositories$/.exec(path) ?? []
  const installed = id === undefined ? undefined : repositories[Number(id)]
  if (installed !== undefined) {
    return answer({ total_count: 1, repositories: [shown(installed)] })
  }
  const [, slug = ''] = /^\/repos\/([^/]+\/[^/]+)$/.exec(path) ?? []
  const found = repositories.find((one) => slugOf(one) === slug.toLowerCase())
  return found === undefined ? refuse(404, 'Not Found') : answer(shown(found))
}
