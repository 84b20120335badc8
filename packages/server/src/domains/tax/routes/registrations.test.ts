import type { Scope } from '@guildhall/contract/organizations/scopes'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  createOrganization,
  eventsOf,
  newMember,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { inAnotherBrowser, newPerson } from '../../../../test/people.ts'
import {
  type BillingAnswer,
  type BillingCalls,
  briefOf,
  inDashboard,
  newBackend,
  withNothing,
} from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { newRegistration } from '../../../../test/tax.ts'

const db = testDatabase()
const server = testServer(db)

interface Shop extends OwnedOrganization {
  readonly calls: BillingCalls
}

async function newShop(scopes: readonly Scope[] = ['organizations:write']): Promise<Shop> {
  const organization = await createOrganization(server.current)
  return { ...organization, calls: await newBackend(server.current, organization, scopes) }
}

const path = '/tax-registrations/'
const itemsOf = ({ body }: BillingAnswer) => body?.['items']

describe('registering for tax', () => {
  it('stores every field and returns the whole registration', async () => {
    const { calls, id: organization_id } = await newShop()
    const input = {
      country: 'DE',
      scheme: 'oss',
      tax_number: 'DE136695976',
      collects_since: '2026-01-01T00:00:00.000Z',
    }
    const { status, body } = await calls.post(path, input)
    expect(status).toBe(201)
    expect(body).toEqual({
      ...input,
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      organization_id,
      state: null,
      tax_rate: {
        rate_type: 'percentage',
        basis_points: 1900,
        amount: null,
        display_name: 'VAT',
        country: 'DE',
        state: null,
        subdivision: null,
      },
    })
    expect(itemsOf(await calls.get(path))).toEqual([body])
  })

  it('starts immediately and covers its own place by default', async () => {
    const { calls } = await newShop()
    const { body } = await calls.post(path, { country: 'gb', tax_number: ' ' })
    expect(body).toMatchObject({ country: 'GB', scheme: 'domestic', tax_number: null })
    expect(body?.['collects_since']).toBe(body?.['created_at'])
  })

  it.each([
    [
      { country: 'US', state: 'california' },
      { state: 'CA', tax_rate: { basis_points: 725 } },
    ],
    [
      { country: 'CA', state: 'CA-QC' },
      { state: 'QC', tax_rate: { basis_points: 997.5 } },
    ],
    [{ country: 'CA' }, { state: null, tax_rate: { display_name: 'GST', basis_points: 500 } }],
    [{ country: 'CU' }, { tax_rate: null }],
  ])('in %j returns %j', async (input, expected) => {
    const { calls } = await newShop()
    expect((await calls.post(path, input)).body).toMatchObject({ ...input, ...expected })
  })

  it.each([
    ['no country', {}, 'body.country'],
    ['an unknown country', { country: 'UK' }, 'body.country'],
    ['the United States without a state', { country: 'US' }, 'body.state'],
    ['an unknown state', { country: 'US', state: 'Atlantis' }, 'body.state'],
    [
      'a province that the Canadian registration covers',
      { country: 'CA', state: 'ON' },
      'body.state',
    ],
    ['a state of a country without state taxes', { country: 'DE', state: 'BY' }, 'body.state'],
    ['an unknown scheme', { country: 'DE', scheme: 'ioss' }, 'body.scheme'],
    ['a Union scheme of another country', { country: 'GB', scheme: 'oss' }, 'body.scheme'],
    ['a number that is too long', { country: 'DE', tax_number: 'x'.repeat(65) }, 'body.tax_number'],
    [
      'a year instead of an instant',
      { country: 'DE', collects_since: '2026' },
      'body.collects_since',
    ],
  ])('refuses %s and points at the field', async (_title, input, field) => {
    const { calls } = await newShop()
    expect(briefOf(await calls.post(path, input))).toBe(`422 RequestValidationError ${field}`)
  })

  it('is possible once per place and once for the whole Union', async () => {
    const { calls } = await newShop()
    const inputs = [{ country: 'CA' }, { country: 'CA', state: 'BC' }, { country: 'DE' }]
    for (const input of inputs) await newRegistration(calls, input)
    for (const input of inputs) {
      expect(briefOf(await calls.post(path, input))).toBe('422 RequestValidationError body.country')
    }
    await newRegistration(calls, { country: 'FR', scheme: 'oss' })
    const second = await calls.post(path, { country: 'IT', scheme: 'small_seller' })
    expect(briefOf(second)).toBe('422 RequestValidationError body.scheme')
    await newRegistration((await newShop()).calls, { country: 'FR', scheme: 'oss' })
  })

  it('creates one registration for one idempotency key', async () => {
    const { calls } = await newShop()
    const key = { 'idempotency-key': 'one-registration' }
    const first = await calls.post(path, { country: 'DE' }, key)
    expect((await calls.post(path, { country: 'DE' }, key)).text).toBe(first.text)
  })

  it('of one place concurrently succeeds once', async () => {
    const { calls } = await newShop()
    const attempts = Array.from({ length: 10 }, () => calls.post(path, { country: 'DE' }))
    const briefs = (await Promise.all(attempts)).map(briefOf).toSorted()
    expect(briefs).toEqual(['201', ...Array(9).fill('422 RequestValidationError body.country')])
  })
})

describe('changing a registration', () => {
  it('keeps absent fields and clears the number that is null', async () => {
    const { calls } = await newShop()
    const { id, collects_since } = await newRegistration(calls, { tax_number: 'DE1' })
    const change = async (input: object) => (await calls.patch(`${path}${id}`, input)).body
    const same = { tax_number: 'DE1', scheme: 'domestic', collects_since }
    expect(await change({})).toMatchObject({ ...same, modified_at: null })
    expect(await change(same)).toMatchObject({ ...same, modified_at: null })
    expect(await change({ scheme: 'oss' })).toMatchObject({
      tax_number: 'DE1',
      scheme: 'oss',
      modified_at: expect.any(String),
    })
    const nothing = { tax_number: null, scheme: null, collects_since: null }
    expect(await change(nothing)).toMatchObject({ tax_number: null, scheme: 'oss', collects_since })
    const since = '2026-03-01T00:00:00.000Z'
    expect(await change({ collects_since: since })).toMatchObject({ collects_since: since })
  })

  it('refuses another place and a scheme that is not possible', async () => {
    const { calls } = await newShop()
    const british = await newRegistration(calls, { country: 'GB' })
    const change = (id: string, input: object) => calls.patch(`${path}${id}`, input)
    const inScheme = '422 RequestValidationError body.scheme'
    const outsideUnion = await change(british.id, { scheme: 'oss' })
    expect(briefOf(outsideUnion)).toBe(inScheme)
    expect(outsideUnion.text).toContain('Only a registration in the European Union')
    await newRegistration(calls, { country: 'DE', scheme: 'oss' })
    const french = await newRegistration(calls, { country: 'FR' })
    const taken = await change(french.id, { scheme: 'small_seller' })
    expect(briefOf(taken)).toBe(inScheme)
    expect(taken.text).toContain('Another registration')
    const moved = await change(french.id, { country: 'IT' })
    expect(briefOf(moved)).toBe('422 RequestValidationError body.country')
    expect(briefOf(await calls.patch(`${path}germany`, {}))).toBe(
      '422 RequestValidationError path.id',
    )
  })
})

it('a deleted registration cannot be found, and its place can be registered again', async () => {
  const { calls } = await newShop()
  const { id } = await newRegistration(calls, { scheme: 'oss' })
  expect((await calls.remove(`${path}${id}`)).status).toBe(204)
  expect(itemsOf(await calls.get(path))).toEqual([])
  expect(briefOf(await calls.remove(`${path}${id}`))).toBe('404 ResourceNotFound')
  expect(briefOf(await calls.patch(`${path}${id}`, {}))).toBe('404 ResourceNotFound')
  expect((await newRegistration(calls, { scheme: 'oss' })).id).not.toBe(id)
})

it('registrations are listed by place or by age', async () => {
  const { calls } = await newShop()
  const inputs = [{ country: 'US', state: 'NY' }, { country: 'US', state: 'CA' }, { country: 'AU' }]
  for (const input of inputs) await newRegistration(calls, input)
  const read = async (query: string) => (await calls.get(`${path}?${query}`)).body
  const of = (...places: string[]) => ({
    items: places.map((country) => ({
      country: country.slice(0, 2),
      state: country.slice(3) || null,
    })),
  })
  expect(await read('')).toMatchObject(of('AU', 'US-CA', 'US-NY'))
  expect(await read('sorting=-country')).toMatchObject(of('US-NY', 'US-CA', 'AU'))
  expect(await read('sorting=created_at')).toMatchObject(of('US-NY', 'US-CA', 'AU'))
  expect(await read('limit=2&page=2')).toMatchObject({
    ...of('US-NY'),
    pagination: { total_count: 3, max_page: 2 },
  })
})

describe('the registrations of an organization', () => {
  let acme: Shop
  let id: string
  let outcomes: (calls: BillingCalls, named?: boolean) => Promise<Record<string, string>>

  beforeAll(async () => {
    acme = await newShop()
    id = (await newRegistration(acme.calls)).id
    outcomes = async (calls, named = false) => {
      const organization_id = named ? acme.id : undefined
      return {
        list: briefOf(await calls.get(named ? `${path}?organization_id=${acme.id}` : path)),
        create: briefOf(await calls.post(path, { country: 'JP', organization_id })),
        update: briefOf(await calls.patch(`${path}${id}`, { tax_number: 'Theirs' })),
        delete: briefOf(await calls.remove(`${path}${id}`)),
      }
    }
  })

  const all = (brief: string) => ({ list: brief, create: brief, update: brief, delete: brief })
  const strangerOutcomes = {
    ...all('404 ResourceNotFound'),
    list: '200',
    create: '422 RequestValidationError body.organization_id',
  }

  it('are refused to callers without a token or session', async () => {
    expect(await outcomes(withNothing(server.current))).toEqual(all('401 Unauthorized'))
  })

  it('are hidden from strangers and other organizations', async () => {
    const stranger = inDashboard(server.current, await newPerson(server.current))
    expect(await outcomes(stranger, true)).toEqual(strangerOutcomes)
    expect(await outcomes((await newShop()).calls, true)).toEqual(strangerOutcomes)
  })

  it('can be read but not changed by a member and a backend with the read scope', async () => {
    const member = inDashboard(server.current, await newMember(server.current, acme, 'member'))
    const refused = { ...all('403 NotPermitted'), list: '200' }
    expect(await outcomes(member, true)).toEqual(refused)
    const backend = await newBackend(server.current, acme, ['organizations:read'])
    expect(await outcomes(backend)).toEqual(refused)
  })

  it('are refused to a backend without the scope', async () => {
    const backend = await newBackend(server.current, acme, ['products:write'])
    expect(await outcomes(backend)).toEqual(all('403 NotPermitted'))
  })

  it('are changed by the owner, who has to name one organization', async () => {
    const { current } = server
    const owner = inDashboard(current, await inAnotherBrowser(current, acme.owner))
    expect(briefOf(await owner.get(path))).toBe('422 RequestValidationError query.organization_id')
    expect(briefOf(await owner.post(path, { country: 'JP' }))).toBe(
      '422 RequestValidationError body.organization_id',
    )
    const two = `organization_id=${acme.id}&organization_id=${(await newShop()).id}`
    expect(briefOf(await owner.get(`${path}?${two}`))).toBe(
      '422 RequestValidationError query.organization_id',
    )
    const done = { list: '200', create: '201', update: '200', delete: '204' }
    expect(await outcomes(owner, true)).toEqual(done)
  })
})

it('every change records an event with the whole registration', async () => {
  const shop = await newShop()
  const { id } = await newRegistration(shop.calls)
  const { body } = await shop.calls.patch(`${path}${id}`, { tax_number: 'DE1' })
  await shop.calls.patch(`${path}${id}`, { tax_number: 'DE1' })
  await shop.calls.remove(`${path}${id}`)
  const events = (await eventsOf(server.current, shop)).filter(({ objectId }) => objectId === id)
  expect(events.map(({ name, objectVersion }) => `${name} ${objectVersion}`)).toEqual([
    'tax_registration.created 1',
    'tax_registration.updated 2',
    'tax_registration.deleted 3',
  ])
  expect(events[1]?.payload).toEqual(body)
})
