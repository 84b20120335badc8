import { beforeAll, expect, it } from 'vitest'
import { newPerson } from '../people.ts'
import { testSite } from '../site.ts'
import { textAt } from '../wire.ts'
import { call, newSeller, newToken, type Seller } from './seller.ts'

const site = testSite()
let acme: Seller
let orders: string

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  orders = `/organizations/${acme.organizationId}/lists/orders`
})

it('a seller saves what they look at every day, and finds it in another browser', async () => {
  const saved = await call(acme.person, 'POST', '/saved-views/', {
    organization_id: acme.organizationId,
    list: 'orders',
    name: 'Unpaid, the largest first',
    query: { status: 'open', sort: '-amount' },
    columns: ['customer', 'amount', 'due_amount'],
  })
  expect(saved.status).toBe(201)
  await call(acme.person, 'PATCH', orders, { columns: ['customer', 'invoice_number'] })
  const seen = await call(acme.person, 'GET', orders)
  expect(seen).toEqual({
    status: 200,
    body: { columns: ['customer', 'invoice_number'], views: [saved.body] },
  })
  const path = `/saved-views/${textAt(saved.body, 'id')}`
  const renamed = await call(acme.person, 'PATCH', path, { name: 'To collect' })
  expect(renamed).toMatchObject({ status: 200, body: { name: 'To collect' } })
  expect(await call(acme.person, 'DELETE', path)).toMatchObject({ status: 204 })
  expect(await call(acme.person, 'GET', orders)).toMatchObject({ body: { views: [] } })
})

it('a backend and a stranger have no views', async () => {
  const { token } = await newToken(acme, ['orders:read'], { comment: 'Backend' })
  const answer = await fetch(`${site.url}/v1${orders}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(403)
  const stranger = await newPerson(site, 'stranger@acme.test')
  expect((await call(stranger, 'GET', orders)).status).toBe(404)
})
