import type { Scope } from '@guildhall/contract/organizations/scopes'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newCustomer } from '../../../../test/customers.ts'
import { newOrderRow, newShop, type Shop } from '../../../../test/invoices.ts'
import { buyLicense, licenseScopes, newLicense } from '../../../../test/license-keys.ts'
import { createOrganization, newMember } from '../../../../test/owned-organization.ts'
import { briefOf, inDashboard, newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { runOn } from '../../../../test/sql.ts'

const { db, server, acme, calls } = sellingServer([...licenseScopes, 'organizations:read'])

const customer = z.looseObject({ id: z.string(), name: z.nullable(z.string()) })
const answerShape = z.object({
  customers: z.nullable(z.array(customer)),
  orders: z.nullable(z.array(z.looseObject({ id: z.string(), number: z.string() }))),
  license_keys: z.nullable(z.array(z.looseObject({ id: z.string(), display_key: z.string() }))),
})

async function search(q: string, by = calls, rest = '') {
  const answer = await by.get(`/search?q=${encodeURIComponent(q)}${rest}`)
  expect(briefOf(answer)).toBe('200')
  return answerShape.parse(answer.body)
}

const namesFor = async (q: string) => (await search(q)).customers?.map(({ name }) => name)

describe('customers', () => {
  beforeAll(async () => {
    for (const input of [
      { name: 'Ada Lovelace', email: 'Countess@analytical.test', external_id: 'User/1' },
      { name: 'Grace Brewster Murray Hopper', email: 'grace@navy.test', external_id: 'ada' },
      { name: 'Łukasz Śmigły 100%', email: 'lukasz@example.test' },
      { name: 'Adalbert', email: 'adalbert@example.test' },
      { name: null, email: 'ada.nameless@example.test' },
    ]) {
      await newCustomer(calls, input)
    }
    const gone = await newCustomer(calls, { name: 'Adam Gone', external_id: 'gone' })
    await calls.remove(`/customers/${gone.id}`)
    const other = await createOrganization(server.current)
    await newCustomer(await newBackend(server.current, other, ['customers:write']), {
      name: 'Ada of another seller',
    })
  })

  it.each([
    ['ada', ['Grace Brewster Murray Hopper', 'Ada Lovelace', 'Adalbert', null]],
    ['ADA ', ['Ada Lovelace', 'Adalbert', null]],
    ['ada lo', ['Ada Lovelace']],
    ['love', ['Ada Lovelace']],
    ['brew', ['Grace Brewster Murray Hopper']],
    ['brewster mur', ['Grace Brewster Murray Hopper']],
    ['hop', ['Grace Brewster Murray Hopper']],
    ['countess@ANA', ['Ada Lovelace']],
    ['User/1', ['Ada Lovelace']],
    ['user/1', []],
    ['User/', []],
    ['gone', []],
    ['łuk', ['Łukasz Śmigły 100%']],
    ['ŚMIG', ['Łukasz Śmigły 100%']],
    ['100%', ['Łukasz Śmigły 100%']],
    ['%', []],
    ['_', []],
    ["a'b", []],
    ['lace', []],
  ])('%s', async (text, names) => {
    expect(await namesFor(text)).toEqual(names)
  })

  it('are no more than asked for, the best first', async () => {
    const { customers } = await search('ada', calls, '&limit=2')
    expect(customers?.map(({ name }) => name)).toEqual([
      'Grace Brewster Murray Hopper',
      'Ada Lovelace',
    ])
    expect(customers?.[1]).toMatchObject({
      email: 'Countess@analytical.test',
      external_id: 'User/1',
    })
  })
})

describe('orders', () => {
  let shop: Shop
  let order: string
  let prefix: string
  const found = async (q: string) =>
    (await search(q, shop.calls)).orders?.map(({ id, number }) => [id, number])

  beforeAll(async () => {
    shop = await newShop(server.current, await createOrganization(server.current))
    prefix = shop.organization.slug.toUpperCase()
    order = await newOrderRow(server.current, shop)
    await newOrderRow(server.current, shop, { status: 'pending' })
    // Numbers it.
    await shop.calls.get(`/orders/${order}/invoice`)
  })

  it('are found by a number, its beginning or its count', async () => {
    const number = `${prefix}-0001`
    for (const text of [number, number.toLowerCase(), `${prefix}-`, '1', '0001']) {
      expect([text, await found(text)]).toEqual([text, [[order, number]]])
    }
    for (const text of ['2', '0', '001x', '-0001', '9'.repeat(40)]) {
      expect([text, await found(text)]).toEqual([text, []])
    }
    expect((await search(number, shop.calls)).orders?.[0]).toMatchObject({
      kind: 'invoice',
      status: 'paid',
      currency: 'eur',
      customer: { id: shop.customerId, name: 'Lovelace' },
    })
  })

  it('are shown once, however many of their documents match', async () => {
    await runOn(
      db.ownerUrl,
      `insert into invoice (organization_id, id, series, position, number, kind, order_id, corrects_id,
                            refund_id, issued_at)
       select organization_id, gen_random_uuid(), 'credit_note', 1, $2, 'credit_note', order_id, id,
              gen_random_uuid(), now()
         from invoice where organization_id = $1`,
      [shop.organization.id, `${prefix}-CN-0001`],
    )
    expect(await found(prefix)).toEqual([[order, `${prefix}-0001`]])
    expect(await found('1')).toEqual([[order, `${prefix}-0001`]])
    expect(await found(`${prefix}-cn`)).toEqual([[order, `${prefix}-CN-0001`]])
  })
})

describe('license keys', () => {
  it('are found by their last six characters, alone or at the end of the key', async () => {
    const license = await newLicense(calls, { prefix: 'north' })
    const bought = await buyLicense(server.current, { calls, acme }, license)
    const last = bought.key.slice(-6)
    for (const text of [last, last.toLowerCase(), bought.key, bought.display_key]) {
      expect({ text, found: (await search(text)).license_keys }).toMatchObject({
        text,
        found: [
          {
            id: bought.id,
            display_key: `****-${last}`,
            status: 'granted',
            benefit_id: license.benefitId,
            customer: { id: bought.customerId },
          },
        ],
      })
    }
    for (const text of [last.slice(1), `x${last}`, `x ${last}`]) {
      expect([text, (await search(text)).license_keys]).toEqual([text, []])
    }
    await calls.patch(`/license-keys/${bought.id}`, { status: 'disabled' })
    expect((await search(last)).license_keys).toMatchObject([{ status: 'disabled' }])
  })
})

describe('who may search', () => {
  it.each<[Scope, readonly string[]]>([
    ['customers:read', ['customers']],
    ['orders:read', ['orders']],
    ['license_keys:read', ['license_keys']],
  ])('a token with %s sees only these', async (scope, kinds) => {
    const token = await newBackend(server.current, acme, ['organizations:read', scope])
    const answer = await search('ada', token)
    expect(Object.entries(answer).flatMap(([kind, found]) => (found ? kind : []))).toEqual(kinds)
  })

  it('a token needs the scope of the operation', async () => {
    const token = await newBackend(server.current, acme, ['customers:read'])
    expect(briefOf(await token.get('/search?q=ada'))).toBe('403 NotPermitted')
  })

  it('a member names the organization, and sees what the roles allow', async () => {
    const member = inDashboard(server.current, await newMember(server.current, acme, 'member'))
    const place = `&organization_id=${acme.id}`
    expect((await search('ada lo', member, place)).customers).toHaveLength(1)
    expect(briefOf(await member.get('/search?q=ada'))).toContain('422')
  })

  it('a stranger finds nothing', async () => {
    const { owner } = await createOrganization(server.current)
    const answer = await search(
      'ada',
      inDashboard(server.current, owner),
      `&organization_id=${acme.id}`,
    )
    expect(answer).toEqual({ customers: [], orders: [], license_keys: [] })
  })
})

it.each([
  ['', 'query.q'],
  ['q=%20', 'query.q'],
  [`q=${'x'.repeat(257)}`, 'query.q'],
  ['q=a&limit=0', 'query.limit'],
  ['q=a&limit=21', 'query.limit'],
  ['q=a&organization_id=acme', 'query.organization_id'],
])('refuses %s', async (query, field) => {
  expect(briefOf(await calls.get(`/search?${query}`))).toContain(field)
})
