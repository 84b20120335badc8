import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  createOrganization,
  eventsOf,
  newMember,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { type BillingCalls, briefOf, inDashboard, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
let acme: OwnedOrganization
let calls: BillingCalls

beforeEach(async () => {
  acme = await createOrganization(server.current)
  calls = await newBackend(server.current, acme, ['organizations:write'])
})

const path = () => `/organizations/${acme.id}`
const save = (embed_origins: unknown, by = calls) => by.patch(path(), { embed_origins })
const shown = async () => (await calls.get(path())).body?.['embed_origins']

describe('the embedding sites of an organization', () => {
  it('are none at first, and are replaced as a whole', async () => {
    expect(await shown()).toEqual([])
    const sites = ['https://a.example', 'http://localhost:8080']
    expect((await save(sites)).body).toMatchObject({ embed_origins: sites })
    await calls.patch(path(), { website: 'https://acme.example' })
    expect(await shown()).toEqual(sites)
    await save(['https://b.example'])
    expect(await shown()).toEqual(['https://b.example'])
    await save(null)
    expect(await shown()).toEqual([])
  })

  it('are kept as origins, each once', async () => {
    await save(['https://Shop.example:443/page?a=b', 'https://shop.example', 'http://a.example:80'])
    expect(await shown()).toEqual(['https://shop.example', 'http://a.example'])
  })

  it('are part of the event', async () => {
    await save(['https://a.example'])
    const { payload } = (await eventsOf(server.current, acme)).at(-1) ?? {}
    expect(payload).toMatchObject({ embed_origins: ['https://a.example'] })
  })

  it.each([
    [['shop.example'], 'body.embed_origins.0'],
    [['https://a.example', 'javascript:alert(1)'], 'body.embed_origins.1'],
    [["https://a.example; script-src 'unsafe-inline'"], 'body.embed_origins.0'],
    [['https://*.example'], 'body.embed_origins.0'],
    [Array.from({ length: 51 }, (_, at) => `https://s${at}.example`), 'body.embed_origins'],
    ['https://a.example', 'body.embed_origins'],
  ])('can’t be %j', async (sites, field) => {
    expect(briefOf(await save(sites))).toBe(`422 RequestValidationError ${field}`)
    expect(await shown()).toEqual([])
  })

  it('can’t be changed by a member or a token that may only read', async () => {
    const member = inDashboard(server.current, await newMember(server.current, acme, 'member'))
    const reader = await newBackend(server.current, acme, ['organizations:read'])
    for (const by of [member, reader]) {
      expect((await save(['https://evil.example'], by)).status).toBe(403)
    }
    expect(await shown()).toEqual([])
  })

  it('aren’t shown to customers', async () => {
    await save(['https://staging.example'])
    const portal = await fetch(
      `${server.current.url}/v1/customer-portal/organizations/${acme.slug}`,
    )
    expect(portal.status).toBe(200)
    expect(await portal.text()).not.toContain('staging.example')
  })
})
