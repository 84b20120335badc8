import { savedViewsMax } from '@guildhall/contract/lists/lists'
import { beforeAll, describe, expect, it } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { newMember, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { bareView, newSavedView } from '../../../../test/saved-views.ts'
import { type BillingCalls, briefOf, inDashboard } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { runOn } from '../../../../test/sql.ts'

const { db, server, acme, calls: backend } = sellingServer(['customers:write', 'orders:read'])

let owner: BillingCalls
beforeAll(() => {
  owner = inDashboard(server.current, acme.owner)
})

const settingsAt = (list: string, { id }: Pick<OwnedOrganization, 'id'> = acme) =>
  `/organizations/${id}/lists/${list}`

const someone = async (): Promise<{ person: Person; calls: BillingCalls }> => {
  const person = await newMember(server.current, acme, 'member')
  return { person, calls: inDashboard(server.current, person) }
}

const viewsOf = async (calls: BillingCalls, list = 'orders'): Promise<unknown> =>
  (await calls.get(settingsAt(list))).body?.['views']

describe('a saved view', () => {
  it('has search, filters, sorting and columns, and is the person’s own', async () => {
    const { calls } = await someone()
    const other = await someone()
    const query = { q: 'ada', status: 'paid', sort: '-amount', from: '2026-01-01' }
    const columns = ['customer', 'amount', 'invoice_number']
    const input = { organization_id: acme.id, list: 'orders', name: ' Unpaid ', query, columns }
    const { status, body } = await calls.post('/saved-views/', input)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      organization_id: acme.id,
      list: 'orders',
      name: 'Unpaid',
      query,
      columns,
    })
    expect(await viewsOf(calls)).toEqual([body])
    expect(await viewsOf(calls, 'customers')).toEqual([])
    const path = `/saved-views/${String(body?.['id'])}`
    for (const stranger of [owner, other.calls]) {
      expect(await viewsOf(stranger)).toEqual([])
      expect(briefOf(await stranger.patch(path, { name: 'Mine' }))).toBe('404 ResourceNotFound')
      expect(briefOf(await stranger.remove(path))).toBe('404 ResourceNotFound')
    }
    expect(await viewsOf(calls)).toEqual([body])
  })

  it('is renamed, changed and deleted', async () => {
    const { calls } = await someone()
    const id = await newSavedView(calls, acme, { columns: ['customer'] })
    const path = `/saved-views/${id}`
    const renamed = await calls.patch(path, { name: 'Other' })
    expect(renamed.body).toMatchObject({
      name: 'Other',
      query: bareView.query,
      columns: ['customer'],
      modified_at: expect.any(String),
    })
    const changed = await calls.patch(path, { query: { sort: 'amount' }, columns: null })
    expect(changed.body).toMatchObject({ name: 'Other', query: { sort: 'amount' }, columns: null })
    expect(await calls.remove(path)).toMatchObject({ status: 204 })
    expect(briefOf(await calls.patch(path, { name: 'Gone' }))).toBe('404 ResourceNotFound')
    expect(await viewsOf(calls)).toEqual([])
  })

  it('has a name of its own on its list, whatever the case', async () => {
    const { calls } = await someone()
    await newSavedView(calls, acme, { name: 'Paid' })
    const second = await newSavedView(calls, acme, { name: 'Second' })
    await newSavedView(calls, acme, { name: 'Paid', list: 'customers' })
    await newSavedView((await someone()).calls, acme, { name: 'Paid' })
    const taken = '422 RequestValidationError body.name'
    const again = { organization_id: acme.id, ...bareView, name: 'PAID' }
    expect(briefOf(await calls.post('/saved-views/', again))).toBe(taken)
    expect(briefOf(await calls.patch(`/saved-views/${second}`, { name: 'paid' }))).toBe(taken)
    expect(await calls.patch(`/saved-views/${second}`, { name: 'SECOND' })).toMatchObject({
      status: 200,
    })
  })

  it('is one of fifty at most, also when they are saved at the same time', async () => {
    const { person, calls } = await someone()
    await runOn(
      db.ownerUrl,
      `insert into saved_view (organization_id, id, user_id, list, name, query, created_at)
       select $1, gen_random_uuid(), $2, 'orders', 'View ' || n, '{}', now()
         from generate_series(1, $3::int) n`,
      [acme.id, person.id, savedViewsMax - 1],
    )
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        calls.post('/saved-views/', { organization_id: acme.id, ...bareView, name }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(3)
    expect(await viewsOf(calls)).toHaveLength(savedViewsMax)
    await newSavedView(calls, acme, { list: 'customers' })
  })

  it.each([
    ['an unknown list', { list: 'invoices' }, 'body.list'],
    ['an empty name', { name: '  ' }, 'body.name'],
    ['a name that is too long', { name: 'x'.repeat(61) }, 'body.name'],
    ['a name of two lines', { name: 'a\nb' }, 'body.name'],
    ['an empty parameter', { query: { status: '' } }, 'body.query.status'],
    ['a parameter that is too long', { query: { q: 'x'.repeat(301) } }, 'body.query.q'],
    ['a number', { query: { page: 2 } }, 'body.query.page'],
    ['too many columns', { columns: Array.from({ length: 51 }, () => 'a') }, 'body.columns'],
    ['a column that isn’t a word', { columns: ['a b'] }, 'body.columns.0'],
  ])('is refused with %s', async (_what, input, field) => {
    const body = { organization_id: acme.id, ...bareView, ...input }
    expect(briefOf(await owner.post('/saved-views/', body))).toBe(
      `422 RequestValidationError ${field}`,
    )
  })

  it('is refused to access tokens and to strangers', async () => {
    const body = { organization_id: acme.id, ...bareView }
    expect(briefOf(await backend.post('/saved-views/', body))).toBe('403 NotPermitted')
    expect(briefOf(await backend.get(settingsAt('orders')))).toBe('403 NotPermitted')
    const stranger = inDashboard(server.current, await newPerson(server.current))
    expect(briefOf(await stranger.get(settingsAt('orders')))).toBe('404 ResourceNotFound')
    expect(briefOf(await stranger.post('/saved-views/', body))).toBe(
      '422 RequestValidationError body.organization_id',
    )
  })
})

describe('the columns of a list', () => {
  it('are the person’s own, and null until some are chosen', async () => {
    const { calls } = await someone()
    const path = settingsAt('customers')
    expect((await calls.get(path)).body).toEqual({ columns: null, views: [] })
    const columns = ['name', 'tax_id']
    expect((await calls.patch(path, { columns })).body).toEqual({ columns, views: [] })
    const few = (await calls.patch(path, { columns: [] })).body
    expect(few).toMatchObject({ columns: [] })
    expect((await calls.get(settingsAt('orders'))).body).toMatchObject({ columns: null })
    expect((await owner.get(path)).body).toMatchObject({ columns: null })
    expect((await calls.patch(path, { columns: null })).body).toMatchObject({ columns: null })
  })
})

describe('views and columns go', () => {
  const rowsOf = ({ id }: Person) =>
    runOn(
      db.ownerUrl,
      `select user_id from saved_view where user_id = $1
        union all select user_id from list_columns where user_id = $1`,
      [id],
    )

  const personalize = async () => {
    const { person, calls } = await someone()
    await newSavedView(calls, acme)
    await calls.patch(settingsAt('orders'), { columns: ['customer'] })
    expect(await rowsOf(person)).toHaveLength(2)
    return person
  }

  it('with the membership', async () => {
    const person = await personalize()
    const left = await person.browser.post('/api/auth/organization/leave', {
      organizationId: acme.id,
    })
    expect(left).toMatchObject({ status: 200 })
    expect(await rowsOf(person)).toEqual([])
  })

  it('with the user', async () => {
    const person = await personalize()
    await runOn(db.ownerUrl, 'delete from users where id = $1', [person.id])
    expect(await rowsOf(person)).toEqual([])
  })

  async function runErasure(): Promise<void> {
    await runOn(db.ownerUrl, "select graphile_worker.add_job('customers.erase', '{}')")
    await server.current.settle()
  }

  it('with the customer whom they name, when that customer is erased', async () => {
    const { calls } = await someone()
    const email = 'forget-me@example.test'
    const { id } = await newCustomer(backend, { email, name: 'Zaphod Beeblebrox' })
    await newSavedView(calls, acme, { name: 'By id', query: { customer: id } })
    await newSavedView(calls, acme, { name: 'By address', query: { q: 'Forget-Me@example.test' } })
    await newSavedView(calls, acme, { name: 'By name', query: { q: 'zaphod beeblebrox' } })
    await newSavedView(calls, acme, { name: 'Of others', query: { q: 'ada' } })
    await backend.remove(`/customers/${id}?anonymize=true`)
    await runErasure()
    expect(await viewsOf(calls)).toMatchObject([{ name: 'Of others' }])
  })
})
