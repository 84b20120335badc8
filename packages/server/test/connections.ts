import { afterAll, afterEach, beforeAll } from 'vitest'
import { assert } from '../src/kernel/assert.ts'
import type { TestDatabase } from './database.ts'
import { type MovableClock, movableClock } from './movable-clock.ts'
import type { OwnedOrganization } from './owned-organization.ts'
import type { Person } from './people.ts'
import { inDashboard } from './sellers.ts'
import { startTestServer, type TestServer } from './server.ts'
import { ada, bookClub, type StandInDiscord, startStandInDiscord } from './stand-in-discord.ts'
import { acmeRepositories, type StandInGitHub, startStandInGitHub } from './stand-in-github.ts'

export interface ConnectedServer extends TestServer {
  readonly discord: StandInDiscord
  readonly github: StandInGitHub
  readonly clock: MovableClock
}

/** The whole server with stand-ins for both providers, which are reset after each test. */
export function connectedServer(
  db: TestDatabase,
  env: Readonly<Record<string, string>> = {},
): { readonly current: ConnectedServer } {
  let started: ConnectedServer | undefined
  beforeAll(async () => {
    const clock = movableClock()
    const discord = await startStandInDiscord()
    const github = await startStandInGitHub()
    const settings = { ...discord.env, ...github.env, ...env }
    started = { ...(await startTestServer(db, settings, { clock })), discord, github, clock }
  })
  afterEach(() => {
    if (started === undefined) return
    const { discord, github } = started
    discord.behavior = 'healthy'
    github.behavior = 'healthy'
    Object.assign(discord.at, {
      granted: 'identify bot',
      identified: 'identify guilds.join',
      account: ada,
    })
    discord.guilds.set(bookClub.id, bookClub)
    for (const { troubles } of [discord, github]) troubles.length = 0
    Object.assign(github.at, { login: 'ann', repositories: acmeRepositories, givesTokens: true })
  })
  afterAll(async () => {
    await started?.stop()
    await started?.discord.stop()
    await started?.github.stop()
  })
  return {
    get current() {
      assert(started !== undefined, 'the server runs inside tests and hooks only')
      return started
    },
  }
}

const returnTo = '/dashboard/acme/benefits/new?type=discord'

/** The page of the provider where a user connects an organization. */
export async function authorizeUrlFor(
  server: TestServer,
  person: Pick<Person, 'browser'>,
  { id }: Pick<OwnedOrganization, 'id'>,
  [service, input = {}]: readonly ['discord' | 'github', object?],
): Promise<string> {
  const body = { organization_id: id, return_to: returnTo, ...input }
  const path = `/integrations/${service}/connections/`
  const answer = await inDashboard(server, person).post(path, body)
  assert(answer.status === 201, `${path} answered ${answer.text}`)
  return String(answer.body?.['url'])
}

/** The result in the fragment of the page that the browser was sent back to. */
export function callbackResult(location: string | null): Record<string, string> {
  const { pathname, search, hash } = new URL(location ?? 'http://nowhere')
  assert(`${pathname}${search}` === returnTo, `${location} is where the browser left from`)
  return Object.fromEntries(new URLSearchParams(hash.slice(1)))
}

/** Adds the bot to a guild and returns the token that proves it. */
export async function guildTokenFor(
  server: ConnectedServer,
  { owner, ...organization }: OwnedOrganization,
  guildId: string = bookClub.id,
): Promise<string> {
  const url = await authorizeUrlFor(server, owner, organization, ['discord'])
  const { location } = await owner.browser.open(server.discord.authorize(url, guildId).href)
  return callbackResult(location)['guild_token'] ?? ''
}

/** Connects the account that is signed in at the stand-in. */
export async function connectGitHub(
  server: ConnectedServer,
  { owner, ...organization }: OwnedOrganization,
): Promise<void> {
  const url = await authorizeUrlFor(server, owner, organization, ['github'])
  const { location } = await owner.browser.open(server.github.authorize(url).href)
  assert(
    callbackResult(location)['connected'] === 'github',
    `${location} says that it is connected`,
  )
}
