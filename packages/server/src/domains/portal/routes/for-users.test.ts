import { id } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  codeOf,
  listOf,
  openCheckout,
  serverOfUsers,
  subscriptionsOfUser,
} from '../../../../test/buying-users.ts'
import { confirm } from '../../../../test/checkouts.ts'
import { newAddress, newCustomer } from '../../../../test/customers.ts'
import { impersonate } from '../../../../test/impersonation.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { fixedPrice, newProduct } from '../../../../test/products.ts'
import { withNothing } from '../../../../test/sellers.ts'
import { newMonthly } from '../../../../test/subscription-checkouts.ts'

const {
  db,
  unset,
  acme,
  server,
  sold,
  buy,
  portalOf,
  newUser,
  showCheckout,
  calls: seller,
} = serverOfUsers()

async function newVerifiedUser(): Promise<Person> {
  const person = await newUser()
  await db.database.kysely
    .updateTable('users')
    .set({ emailVerified: true })
    .where('id', '=', id('user').parse(person.id))
    .execute()
  return person
}

const state = z.looseObject({
  id: z.string(),
  email: z.string(),
  externalId: z.nullable(z.string()),
  metadata: z.unknown(),
  activeSubscriptions: z.array(z.looseObject({ metadata: z.unknown() })),
})

async function stateOf({ browser }: Person) {
  const answer = await browser.get('/api/auth/customer/state')
  expect(answer).toMatchObject({ status: 200 })
  return z.parse(state, answer.body)
}

const customerOf = async ({ id: externalId }: Person) =>
  (await seller.get(`/customers/external/${externalId}`)).body

/** Buys with an address alone, as a visitor does. Returns the customer. */
async function buyAsVisitor(customer_email: string, product = sold().monthly): Promise<string> {
  const visitor = withNothing(server())
  const { body } = await visitor.post('/checkouts/client/', { product_id: product.id })
  const made = { client_secret: String(body?.['client_secret']) }
  const bought = await confirm(visitor, made, { customer_email })
  expect(bought).toMatchObject({ status: 200 })
  await server().settle()
  const found = await seller.get(`/orders/?product_id=${product.id}&sorting=-created_at&limit=1`)
  return z.parse(orders, found.body).items[0]?.customer_id ?? ''
}

const orders = z.object({ items: z.array(z.object({ customer_id: z.string() })) })

const reads = [
  'customer/state',
  'customer/benefits/list',
  'customer/subscriptions/list',
  'customer/orders/list',
  'usage/meters/list',
]

describe('a server whose users have no seller', () => {
  it('says so, and how they get one', async () => {
    const { browser } = await newPerson(unset.current)
    const answers = [
      ...(await Promise.all(
        [...reads, 'customer/portal'].map((path) => browser.get(`/api/auth/${path}`)),
      )),
      await browser.post('/api/auth/customer/portal', {}),
      await browser.post('/api/auth/checkout', { products: sold().free.id }),
      await browser.post('/api/auth/usage/ingest', { event: 'page_view', metadata: {} }),
    ]
    expect(answers.map(codeOf)).toEqual(answers.map(() => '501 NOT_IMPLEMENTED'))
    expect(String(answers[0]?.body?.['message'])).toContain('GUILDHALL_SELLER_ID')
  })
})

describe('a user', () => {
  it('who isn’t signed in is refused', async () => {
    const answer = await fetch(`${server().url}/api/auth/customer/state`)
    expect(answer.status).toBe(401)
  })

  it('buys, and has what was bought', async () => {
    const ann = await newUser()
    await buy(ann, { products: [sold().monthly.id, sold().free.id], metadata: { plan: 'best' } })
    const customer = await customerOf(ann)
    expect(customer).toMatchObject({ email: ann.email, email_verified: false, name: 'Ann Example' })
    expect(await subscriptionsOfUser(ann)).toMatchObject([
      { productId: sold().monthly.id, metadata: {} },
    ])
    expect(await subscriptionsOfUser(ann, '?active=false')).toEqual([])
    expect(await listOf(ann, 'customer/orders/list')).toMatchObject([
      { productId: sold().monthly.id },
    ])
    expect(await listOf(ann, 'customer/orders/list?productBillingType=one_time')).toEqual([])
    expect(await stateOf(ann)).toMatchObject({
      id: customer?.['id'],
      externalId: ann.id,
      activeSubscriptions: [{ productId: sold().monthly.id }],
    })
    const { body } = await (await portalOf(ann)).get('/customer-portal/customers/me')
    expect(body).toMatchObject({ id: customer?.['id'] })
  })

  it('has an empty state before, and becomes a customer with the portal', async () => {
    const ben = await newUser()
    expect(await stateOf(ben)).toMatchObject({ id: ben.id, email: '', activeSubscriptions: [] })
    for (const path of reads.slice(1)) expect(await listOf(ben, path)).toEqual([])
    expect((await seller.get(`/customers/external/${ben.id}`)).status).toBe(404)
    await portalOf(ben)
    expect(await customerOf(ben)).toMatchObject({ external_id: ben.id, email: ben.email })
  })

  it('is one customer, however many calls make them one at once', async () => {
    const cleo = await newUser()
    const calls = Array.from({ length: 4 }, () => [
      cleo.browser.get('/api/auth/customer/portal'),
      openCheckout(cleo, { products: sold().free.id }),
    ])
    const answers = await Promise.all(calls.flat())
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { rows } = await db.database.pool.query(
      'select from customer where organization_id = $1 and external_id = $2',
      [acme.id, cleo.id],
    )
    expect(rows).toHaveLength(1)
  })

  it('goes to the portal without being redirected where they ask for that', async () => {
    const { browser } = await newUser()
    const answer = await browser.post('/api/auth/customer/portal', { redirect: false })
    expect(answer.body).toMatchObject({ redirect: false })
  })

  it('buys what a slug in the metadata of public products names', async () => {
    const dan = await newUser()
    const metadata = { slug: 'pro' }
    const pro = await newMonthly(seller, { metadata })
    const yearly = await newMonthly(seller, { metadata, recurring_interval: 'year' })
    await newMonthly(seller, { metadata, visibility: 'private' })
    const opened = await openCheckout(dan, { slug: 'pro' })
    const body = await showCheckout(opened)
    expect(body).toMatchObject({ products: [{ id: pro.id }, { id: yearly.id }] })
    expect(codeOf(await openCheckout(dan, { slug: 'best' }))).toBe('422 PRODUCT_NOT_FOUND')
  })
})

describe('an address is the user’s only when they have proved it', () => {
  it('so a stranger who signs up with it sees nothing of its customer', async () => {
    const email = newAddress()
    const victim = await buyAsVisitor(email)
    const stranger = await newPerson(server(), { email })
    expect(await subscriptionsOfUser(stranger)).toEqual([])
    expect((await stateOf(stranger)).id).toBe(stranger.id)
    await buy(stranger, { products: sold().free.id })
    const portal = await portalOf(stranger)
    expect((await portal.get('/customer-portal/customers/me')).body?.['id']).not.toBe(victim)
    expect(await subscriptionsOfUser(stranger)).toEqual([])
    expect((await stateOf(stranger)).id).not.toBe(victim)
    const later = await buyAsVisitor(email, sold().free)
    expect(later).toBe(victim)
    expect(await subscriptionsOfUser(stranger)).toEqual([])
  })

  it('and one who has is the customer who bought with it', async () => {
    const owner = await newVerifiedUser()
    const customer = await buyAsVisitor(owner.email)
    expect(await subscriptionsOfUser(owner)).toHaveLength(1)
    expect(await customerOf(owner)).not.toMatchObject({ id: customer })
    await portalOf(owner)
    expect(await customerOf(owner)).toMatchObject({ id: customer, email_verified: true })
  })

  it('unless that is the customer of another of the seller’s users', async () => {
    const owner = await newVerifiedUser()
    const named = await newCustomer(seller, { email: owner.email, external_id: newAddress() })
    expect(await stateOf(owner)).toMatchObject({ id: owner.id })
    await portalOf(owner)
    const own = await customerOf(owner)
    expect(own).toMatchObject({ email: owner.email })
    expect(own?.['id']).not.toBe(named.id)
  })
})

describe('a user can’t', () => {
  it('buy what isn’t public, is of another seller, or is named badly', async () => {
    const eve = await newUser()
    const of = async (body: object) => codeOf(await openCheckout(eve, body))
    const hidden = await newMonthly(seller, { visibility: 'private' })
    expect(await of({ products: hidden.id })).toBe('422 PRODUCT_NOT_PUBLIC')
    expect(await of({ products: acme.id })).toBe('422 PRODUCT_NOT_FOUND')
    const gone = await newMonthly(seller)
    await seller.patch(`/products/${gone.id}`, { is_archived: true })
    expect(await of({ products: gone.id })).toBe('422 PRODUCT_ARCHIVED')
    expect(await of({ products: [sold().free.id, sold().free.id] })).toBe(
      '422 PRODUCT_LISTED_TWICE',
    )
    expect(await of({})).toBe('400 VALIDATION_ERROR')
    expect(await of({ products: sold().free.id, slug: 'pro' })).toBe('400 VALIDATION_ERROR')
    expect(await of({ products: sold().free.id, discountId: sold().free.id })).toBe(
      '400 VALIDATION_ERROR',
    )
    expect(await of({ products: sold().free.id, trialInterval: 'year' })).toBe(
      '400 VALIDATION_ERROR',
    )
  })

  it('be led to a foreign site', async () => {
    const eve = await newUser()
    const to = async (successUrl: string) =>
      codeOf(await openCheckout(eve, { products: sold().free.id, successUrl }))
    for (const url of [
      'https://evil.example/',
      '//evil.example',
      '/..//evil.example',
      'javascript:alert(1)',
    ]) {
      expect(await to(url)).toBe('403 INVALID_SUCCESS_URL')
    }
    const opened = await openCheckout(eve, {
      products: sold().free.id,
      successUrl: '/thanks?id={CHECKOUT_ID}',
    })
    const body = await showCheckout(opened)
    expect(body?.['success_url']).toBe(`${server().url}/thanks?id=${String(body?.['id'])}`)
  })

  it('be made a customer by a link of a foreign page', async () => {
    const eve = await newUser()
    const follow = async (headers: Record<string, string>) =>
      codeOf(await eve.browser.get('/api/auth/customer/portal', headers))
    expect(await follow({ 'sec-fetch-site': 'cross-site' })).toBe('403 INVALID_ORIGIN')
    expect(await follow({ referer: 'https://evil.example/' })).toBe('403 INVALID_ORIGIN')
    expect((await seller.get(`/customers/external/${eve.id}`)).status).toBe(404)
    const own = await eve.browser.get('/api/auth/customer/portal', { origin: server().url })
    expect(own.status).toBe(200)
  })

  it('be acted for by an operator who impersonates them', async () => {
    const [operator, person] = [await newUser(), await newUser()]
    await impersonate(server(), operator, person)
    const { browser } = operator
    const answers = [
      await openCheckout(operator, { products: sold().free.id }),
      await browser.get('/api/auth/customer/portal'),
      await browser.post('/api/auth/customer/portal', {}),
      await browser.post('/api/auth/usage/ingest', { event: 'click', metadata: {} }),
    ]
    expect(answers.map(codeOf)).toEqual(answers.map(() => '403 NOT_WHILE_IMPERSONATING'))
    expect(await stateOf(operator)).toMatchObject({ id: person.id })
  })

  it('see what the seller noted', async () => {
    const fay = await newUser()
    await buy(fay, {
      products: sold().monthly.id,
      referenceId: 'team 1',
      metadata: { lead: 'yes' },
    })
    const { id: customerId } = await stateOf(fay)
    await seller.patch(`/customers/${customerId}`, { metadata: { note: 'pays late' } })
    const shown = await stateOf(fay)
    expect(shown.metadata).toEqual({})
    expect(shown.activeSubscriptions[0]?.metadata).toEqual({ referenceId: 'team 1' })
  })
})

describe('a paid product', () => {
  it('is paid by the user’s card', async () => {
    const kim = await newUser()
    const course = await newProduct(seller, { prices: [fixedPrice(2500)] })
    await buy(kim, { products: course.id })
    expect(await listOf(kim, 'customer/orders/list')).toMatchObject([
      { productId: course.id, status: 'paid', netAmount: 2500 },
    ])
  })
})
