import {
  getAnyOrganization,
  listAllOrganizations,
  organizationCountedMax,
} from '@guildhall/contract/organizations/all-organizations'
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../../../test/browser.ts'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  addMember,
  createOrganization,
  newMember,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { inDashboard } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import { newId } from '../../../platform/ids.ts'

const db = testDatabase()
const server = testServer(db)
let operator: Person
let acme: OwnedOrganization

beforeAll(async () => {
  operator = await newPerson(server.current)
  acme = await createOrganization(server.current, { name: 'Acme Anvils' })
})

const list = (query: Readonly<Record<string, string>> = {}, { browser } = operator) =>
  browser.get(`${listAllOrganizations.path}?${new URLSearchParams(query).toString()}`)
const get = (id: string, { browser }: Pick<Person, 'browser'> = operator) =>
  browser.get(`${getAnyOrganization.path}?id=${id}`)

async function listed(query: Readonly<Record<string, string>>): Promise<unknown[]> {
  const { status, body } = await list(query)
  expect(status).toBe(200)
  const { organizations } = listAllOrganizations.returns.parse(body)
  return organizations.map(({ name }) => name)
}

const others: readonly (readonly [string, () => string, string])[] = [
  ['list', () => listAllOrganizations.path, 'YOU_ARE_NOT_ALLOWED_TO_LIST_ORGANIZATIONS'],
  [
    'get',
    () => `${getAnyOrganization.path}?id=${acme.id}`,
    'YOU_ARE_NOT_ALLOWED_TO_GET_ORGANIZATION',
  ],
]

describe.each(others)('%s', (_, path, code) => {
  it('refuses anonymous calls', async () => {
    const answer = await openBrowser(server.current.url).get(path())
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  })

  it('refuses users who are no operators, even owners', async () => {
    const stranger = await newPerson(server.current)
    for (const { browser } of [stranger, acme.owner]) {
      expect(await browser.get(path())).toMatchObject({ status: 403, body: { code } })
    }
  })
})

describe('the list', () => {
  it('has every organization, also those the operator is no member of', async () => {
    await newMember(server.current, acme, 'admin')
    const { body } = await list({ search: 'acme anvils' })
    expect(body).toEqual({
      organizations: [
        {
          id: acme.id,
          name: 'Acme Anvils',
          slug: acme.slug,
          logo: null,
          createdAt: expect.any(String),
          memberCount: 2,
          clockFrozenAt: null,
        },
      ],
      nextCursor: null,
    })
  })

  it('finds the beginning of a name or slug, whatever its case', async () => {
    await createOrganization(server.current, { name: 'Zebra 100% Works', slug: 'quagga-works' })
    await createOrganization(server.current, { name: 'Quagga Farm', slug: 'okapi' })
    expect(await listed({ search: 'ZEBRA' })).toEqual(['Zebra 100% Works'])
    expect(await listed({ search: ' zebra 100% ' })).toEqual(['Zebra 100% Works'])
    expect(await listed({ search: 'quagga' })).toEqual(['Quagga Farm', 'Zebra 100% Works'])
    for (const search of ['works', '%', 'z_bra', "'", '\\']) {
      expect(await listed({ search })).toEqual([])
    }
  })

  it('is read in pages that lose nothing, even where many have the same age', async () => {
    await runOn(
      db.ownerUrl,
      `insert into organization (id, slug, name, created_at)
       select gen_random_uuid(), 'twin-' || n, 'Twin ' || n, '2020-01-01T00:00:00.123456Z'
         from generate_series(1, 7) n`,
    )
    const seen: unknown[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await list({ search: 'twin', limit: '3', ...(cursor && { cursor }) })
      const page = listAllOrganizations.returns.parse(body)
      seen.push(...page.organizations.map(({ slug }) => slug))
      cursor = page.nextCursor
    }
    expect(seen).toHaveLength(7)
    expect(new Set(seen).size).toBe(7)
  })

  it.each([
    { cursor: 'x' },
    { cursor: '2020-01-01T00:00:00.123456Z_1' },
    { cursor: '2020-02-30T00:00:00.000000Z_00000000-0000-4000-8000-000000000000' },
    { cursor: '2020-13-01T00:00:00.000000Z_00000000-0000-4000-8000-000000000000' },
    { cursor: '2020-01-01T25:00:00.000000Z_00000000-0000-4000-8000-000000000000' },
    { cursor: '0000-01-01T00:00:00.000000Z_00000000-0000-4000-8000-000000000000' },
    { limit: '0' },
    { limit: '201' },
    { search: 'a'.repeat(201) },
  ])('refuses %j', async (query) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
  })
})

describe('an organization', () => {
  it('has its owners and how much it has', async () => {
    const organization = await createOrganization(server.current, { name: 'Umbrella' })
    const second = await newPerson(server.current)
    await addMember(server.current, organization, [second, 'admin,owner'])
    await newMember(server.current, organization, 'member')
    const calls = inDashboard(server.current, organization.owner)
    const input = { organization_id: organization.id }
    await newCustomer(calls, input)
    const gone = await newCustomer(calls, input)
    await calls.remove(`/customers/${gone.id}`)
    const { body } = await get(organization.id)
    expect(getAnyOrganization.returns.parse(body)).toMatchObject({
      name: 'Umbrella',
      memberCount: 3,
      isSandbox: true,
      owners: [
        { userId: organization.owner.id, email: organization.owner.email },
        { userId: second.id, email: second.email },
      ],
      ownerCount: 2,
      customerCount: 1,
      orderCount: 0,
    })
  })

  it('counts no further than it says', async () => {
    const { id } = await createOrganization(server.current)
    await runOn(
      db.ownerUrl,
      `insert into customer (organization_id, id, email, created_at)
       select $1, gen_random_uuid(), n || '@many.example', now() from generate_series(1, $2::int) n`,
      [id, organizationCountedMax + 5],
    )
    expect((await get(id)).body).toMatchObject({ customerCount: organizationCountedMax })
  })

  it('says at which instant its clock stands still', async () => {
    const { owner, id } = await createOrganization(server.current)
    const to = new Date(Date.now() + 86_400_000).toISOString()
    const advanced = await inDashboard(server.current, owner).post('/clock/advance', {
      organization_id: id,
      to,
    })
    expect(advanced.status).toBe(200)
    expect((await get(id)).body).toMatchObject({ clockFrozenAt: to })
  })

  it('is not found where there is none', async () => {
    for (const id of [newId('organization'), 'x']) {
      expect((await get(id)).status).toBe(400)
    }
    expect(await get(newId('organization'))).toMatchObject({
      body: { code: 'ORGANIZATION_NOT_FOUND' },
    })
  })
})
