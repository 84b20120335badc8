import type { Scope } from '@guildhall/contract/organizations/scopes'
import { beforeAll, describe, expect, it } from 'vitest'
import { bareBenefit, type MadeBenefit, newBenefit } from '../../../../test/benefits.ts'
import {
  type ConnectedServer,
  connectedServer,
  guildTokenFor,
} from '../../../../test/connections.ts'
import { testDatabase } from '../../../../test/database.ts'
import { type Founded, found, newMember } from '../../../../test/founding.ts'
import { newPerson } from '../../../../test/people.ts'
import {
  type BillingAnswer,
  type BillingCalls,
  briefOf,
  inDashboard,
  newAccessToken,
  withNothing,
  withToken,
} from '../../../../test/sellers.ts'

const db = testDatabase()
const server: { readonly current: ConnectedServer } = connectedServer(db)
let acme: Founded
let beta: Founded
let ours: MadeBenefit
let guildToken: string
let callers: Readonly<Record<string, BillingCalls>>

beforeAll(async () => {
  acme = await found(server.current)
  beta = await found(server.current)
  const tokenOf = async (organization: Founded, scopes: readonly Scope[]) => {
    const { token } = await newAccessToken(server.current, organization, scopes)
    return withToken(server.current, token)
  }
  callers = {
    backend: await tokenOf(acme, ['benefits:write']),
    'reading backend': await tokenOf(acme, ['benefits:read']),
    'stranger’s backend': await tokenOf(beta, ['benefits:write']),
    owner: inDashboard(server.current, acme.owner),
    admin: inDashboard(server.current, await newMember(server.current, acme, 'admin')),
    member: inDashboard(server.current, await newMember(server.current, acme, 'member')),
    stranger: inDashboard(server.current, await newPerson(server.current)),
    nobody: withNothing(server.current),
  }
  ours = await newBenefit(as('backend'))
  guildToken = await guildTokenFor(server.current, acme)
})

function as(who: string): BillingCalls {
  return callers[who] ?? withNothing(server.current)
}

type Act = (calls: BillingCalls, organizationId: string | undefined) => Promise<BillingAnswer>

const inQuery = (id: string | undefined) => (id === undefined ? '' : `?organization_id=${id}`)
const return_to = '/dashboard'

const acts: Readonly<Record<string, Act>> = {
  list: (calls, id) => calls.get(`/benefits/${inQuery(id)}`),
  create: (calls, organization_id) => calls.post('/benefits/', { ...bareBenefit, organization_id }),
  get: (calls) => calls.get(`/benefits/${ours.id}`),
  update: (calls) => calls.patch(`/benefits/${ours.id}`, { type: 'custom', description: 'Theirs' }),
  delete: (calls) => calls.remove(`/benefits/${ours.id}`),
  connectDiscord: (calls, organization_id) =>
    calls.post('/integrations/discord/connections/', { organization_id, return_to }),
  guild: (calls, organization_id) =>
    calls.post('/integrations/discord/guild', { organization_id, guild_token: guildToken }),
  discordCallback: (calls) => calls.get('/integrations/discord/callback?state=x'),
  connectGitHub: (calls, organization_id) =>
    calls.post('/integrations/github/connections/', { organization_id, return_to }),
  installGitHub: (calls, organization_id) =>
    calls.post('/integrations/github/connections/', { organization_id, return_to, install: true }),
  gitHubCallback: (calls) => calls.get('/integrations/github/callback?state=x'),
  repositories: (calls, id) => calls.get(`/integrations/github/repositories${inQuery(id)}`),
}

const names = Object.keys(acts)
const reads = ['list', 'get']
const ofPersons = names.slice(names.indexOf('connectDiscord'))

const outcomes = async (who: string, organizationId: string | undefined) => {
  const answers: [string, string][] = []
  for (const name of names) {
    const answer = await acts[name]?.(as(who), organizationId)
    if (answer !== undefined) answers.push([name, briefOf(answer)])
  }
  return Object.fromEntries(answers)
}

const each = (say: (name: string) => string) =>
  Object.fromEntries(names.map((name) => [name, say(name)]))

const notFound = '404 ResourceNotFound'
const forbidden = '403 NotPermitted'
const unknownPlace = '422 RequestValidationError body.organization_id'
const unknownState = '422 RequestValidationError query.state'
const callbacks = { discordCallback: unknownState, gitHubCallback: unknownState }

describe('of the benefits of Acme', () => {
  it('nobody without a token or session sees or does anything', async () => {
    expect(await outcomes('nobody', acme.id)).toEqual(each(() => '401 Unauthorized'))
  })

  it('a stranger finds none', async () => {
    expect(await outcomes('stranger', acme.id)).toEqual({
      ...each(() => unknownPlace),
      list: '200',
      repositories: '200',
      get: notFound,
      update: notFound,
      delete: notFound,
      ...callbacks,
    })
    const { body } = await as('stranger').get(`/benefits/?organization_id=${acme.id}`)
    expect(body).toMatchObject({ items: [], pagination: { total_count: 0 } })
  })

  it('a stranger’s backend finds none, whichever organization it names', async () => {
    const persons = Object.fromEntries(ofPersons.map((name) => [name, forbidden]))
    const theirs = { ...each(() => notFound), list: '200', ...persons }
    expect(await outcomes('stranger’s backend', acme.id)).toEqual({
      ...theirs,
      create: unknownPlace,
    })
    expect(await outcomes('stranger’s backend', undefined)).toEqual({ ...theirs, create: '201' })
    expect((await as('backend').get(`/benefits/${ours.id}`)).body).toMatchObject({
      description: 'Early access',
    })
  })

  it('a member may read, and no more', async () => {
    expect(await outcomes('member', acme.id)).toEqual({
      ...each((name) => (reads.includes(name) ? '200' : forbidden)),
      ...callbacks,
    })
  })

  it('a backend that may read may do no more', async () => {
    expect(await outcomes('reading backend', undefined)).toEqual(
      each((name) => (reads.includes(name) ? '200' : forbidden)),
    )
  })
})

it('a token of Acme’s guild proves nothing for another organization', async () => {
  const owner = inDashboard(server.current, beta.owner)
  const shown = { organization_id: beta.id, guild_token: guildToken }
  expect(briefOf(await owner.post('/integrations/discord/guild', shown))).toBe(
    '422 RequestValidationError body.guild_token',
  )
  const wish = { type: 'discord', properties: { guild_token: guildToken, role_id: '71' } }
  const created = await as('stranger’s backend').post('/benefits/', { ...bareBenefit, ...wish })
  expect(briefOf(created)).toBe('422 RequestValidationError body.properties.guild_token')
})

it('a person says in which organization', async () => {
  const owner = as('owner')
  const inBody = '422 RequestValidationError body.organization_id'
  const asked = '422 RequestValidationError query.organization_id'
  const answers = await outcomes('owner', undefined)
  expect(answers).toMatchObject({
    list: asked,
    create: inBody,
    connectDiscord: inBody,
    guild: inBody,
    connectGitHub: inBody,
    repositories: asked,
  })
  const two = `?organization_id=${acme.id}&organization_id=${beta.id}`
  expect(briefOf(await owner.get(`/benefits/${two}`))).toBe(asked)
  expect(briefOf(await owner.get(`/integrations/github/repositories${two}`))).toBe(asked)
})

it('whoever may do it does it all in the dashboard', async () => {
  ours = await newBenefit(as('backend'))
  for (const who of ['admin', 'owner']) {
    expect(await outcomes(who, acme.id)).toEqual({
      list: '200',
      create: '201',
      get: '200',
      update: '200',
      delete: '204',
      connectDiscord: '201',
      guild: '200',
      connectGitHub: '201',
      installGitHub: '201',
      repositories: '200',
      ...callbacks,
    })
    ours = await newBenefit(as('backend'))
  }
})

it('a page of another site connects nothing', async () => {
  const cookie = Array.from(acme.owner.browser.cookies, (pair) => pair.join('=')).join('; ')
  for (const service of ['discord', 'github']) {
    const answer = await fetch(`${server.current.url}/v1/integrations/${service}/connections/`, {
      method: 'POST',
      headers: { cookie, origin: 'https://evil.example', 'content-type': 'application/json' },
      body: JSON.stringify({ organization_id: acme.id, return_to }),
    })
    expect(answer.status).toBe(403)
  }
})
