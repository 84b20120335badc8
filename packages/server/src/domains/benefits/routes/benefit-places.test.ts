import { beforeAll, describe, expect, it } from 'vitest'
import { bareBenefit, type MadeBenefit, newBenefit } from '../../../../test/benefits.ts'
import {
  type ConnectedServer,
  connectedServer,
  guildTokenFor,
} from '../../../../test/connections.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  type Acts,
  eachOf,
  inQuery,
  type Neighbour,
  neighbours,
} from '../../../../test/neighbours.ts'
import { briefOf, inDashboard } from '../../../../test/sellers.ts'

const db = testDatabase()
const server: { readonly current: ConnectedServer } = connectedServer(db)
const near = neighbours(server, {
  all: ['benefits:write'],
  reading: ['benefits:read'],
  other: ['products:write'],
})
let ours: MadeBenefit
let guildToken: string

beforeAll(async () => {
  ours = await newBenefit(near.as('backend'))
  guildToken = await guildTokenFor(server.current, near.acme)
})

const return_to = '/dashboard'

const acts: Acts = {
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

const outcomes = (who: Neighbour, organizationId: string | undefined) =>
  near.outcomes(acts, who, organizationId)

const each = (say: (name: string) => string) => eachOf(acts, say)

const notFound = '404 ResourceNotFound'
const forbidden = '403 NotPermitted'
const unknownPlace = '422 RequestValidationError body.organization_id'
const unknownState = '422 RequestValidationError query.state'
const callbacks = { discordCallback: unknownState, gitHubCallback: unknownState }

describe('of the benefits of Acme', () => {
  it('nobody without a token or session sees or does anything', async () => {
    expect(await outcomes('nobody', near.acme.id)).toEqual(each(() => '401 Unauthorized'))
  })

  it('a stranger finds none', async () => {
    expect(await outcomes('stranger', near.acme.id)).toEqual({
      ...each(() => unknownPlace),
      list: '200',
      repositories: '200',
      get: notFound,
      update: notFound,
      delete: notFound,
      ...callbacks,
    })
    const { body } = await near.as('stranger').get(`/benefits/?organization_id=${near.acme.id}`)
    expect(body).toMatchObject({ items: [], pagination: { total_count: 0 } })
  })

  it('a stranger’s backend finds none, whichever organization it names', async () => {
    const persons = Object.fromEntries(ofPersons.map((name) => [name, forbidden]))
    const theirs = { ...each(() => notFound), list: '200', ...persons }
    expect(await outcomes('stranger’s backend', near.acme.id)).toEqual({
      ...theirs,
      create: unknownPlace,
    })
    expect(await outcomes('stranger’s backend', undefined)).toEqual({ ...theirs, create: '201' })
    expect((await near.as('backend').get(`/benefits/${ours.id}`)).body).toMatchObject({
      description: 'Early access',
    })
  })

  it('a member may read, and no more', async () => {
    expect(await outcomes('member', near.acme.id)).toEqual({
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
  const owner = inDashboard(server.current, near.beta.owner)
  const shown = { organization_id: near.beta.id, guild_token: guildToken }
  expect(briefOf(await owner.post('/integrations/discord/guild', shown))).toBe(
    '422 RequestValidationError body.guild_token',
  )
  const wish = { type: 'discord', properties: { guild_token: guildToken, role_id: '71' } }
  const created = await near
    .as('stranger’s backend')
    .post('/benefits/', { ...bareBenefit, ...wish })
  expect(briefOf(created)).toBe('422 RequestValidationError body.properties.guild_token')
})

it('a person says in which organization', async () => {
  const owner = near.as('owner')
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
  const two = `?organization_id=${near.acme.id}&organization_id=${near.beta.id}`
  expect(briefOf(await owner.get(`/benefits/${two}`))).toBe(asked)
  expect(briefOf(await owner.get(`/integrations/github/repositories${two}`))).toBe(asked)
})

it('whoever may do it does it all in the dashboard', async () => {
  ours = await newBenefit(near.as('backend'))
  for (const who of ['admin', 'owner'] as const) {
    expect(await outcomes(who, near.acme.id)).toEqual({
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
    ours = await newBenefit(near.as('backend'))
  }
})

it('a page of another site connects nothing', async () => {
  const cookie = Array.from(near.acme.owner.browser.cookies, (pair) => pair.join('=')).join('; ')
  for (const service of ['discord', 'github']) {
    const answer = await fetch(`${server.current.url}/v1/integrations/${service}/connections/`, {
      method: 'POST',
      headers: { cookie, origin: 'https://evil.example', 'content-type': 'application/json' },
      body: JSON.stringify({ organization_id: near.acme.id, return_to }),
    })
    expect(answer.status).toBe(403)
  }
})
