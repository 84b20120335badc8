import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newAddress, newCustomer } from '../../../../test/customers.ts'
import { freePrice, type MadeProduct, newProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf, withNothing, withToken } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { newMonthly } from '../../../../test/subscription-checkouts.ts'
import { untilBlocked } from '../../../../test/until-blocked.ts'
import { assert } from '../../../kernel/assert.ts'

const {
  db,
  server,
  acme,
  calls: seller,
} = sellingServer([
  'checkouts:write',
  'products:write',
  'customers:write',
  'customer_sessions:write',
  'organizations:write',
])
let sample: MadeProduct
let monthly: MadeProduct

const secretStreet = 'Secret street 1'

beforeAll(async () => {
  sample = await newProduct(seller, { name: 'Sample', prices: [freePrice] })
  monthly = await newMonthly(seller)
})

/** Buys a subscription as a visitor. Returns the id of the checkout. */
async function buy(customer_email: string): Promise<string> {
  const browser = withNothing(server.current)
  const { body } = await browser.post('/checkouts/client/', { product_id: monthly.id })
  const path = `/checkouts/client/${String(body?.['client_secret'])}/confirm`
  const confirmed = await browser.post(path, {
    customer_email,
    customer_name: 'The Victim',
    customer_billing_address: { country: 'DE', line1: secretStreet, city: 'Berlin' },
    confirmation_token_id: 'tok_sandbox_ok',
  })
  expect(confirmed).toMatchObject({ status: 200 })
  await server.current.settle()
  return String(confirmed.body?.['id'])
}

const page = z.object({ items: z.array(z.object({ id: z.string() })) })

async function idsAt(calls: BillingCalls, path: string): Promise<string[]> {
  const { status, body } = await calls.get(path)
  expect(status).toBe(200)
  return page.parse(body).items.map(({ id }) => id)
}

const portal = '/customer-portal'

/** Buys at a checkout that the seller made for somebody they know by an id. */
const buyAs = async (external_customer_id: string, customer_email: string) => {
  const { body } = await seller.post('/checkouts/', {
    products: [sample.id],
    external_customer_id,
  })
  const path = `/checkouts/client/${String(body?.['client_secret'])}/confirm`
  const confirmed = await withNothing(server.current).post(path, { customer_email })
  expect(confirmed).toMatchObject({ status: 200 })
  await server.current.settle()
  return String(confirmed.body?.['customer_session_token'])
}

const sessionOf = async (customer_external_id: string) => {
  const { body } = await seller.post('/customer-sessions/', { customer_external_id })
  return withToken(server.current, String(body?.['token']))
}

const codeTo = async (email: string): Promise<string> => {
  const ask = { organization_id: acme.id, email }
  await withNothing(server.current).post(`${portal}/customer-session/request`, ask)
  const mails = (await server.current.sentMails()).filter(({ to }) => to === email)
  const texts = mails.map(({ text }) => /Code: ([A-Z0-9]{6})\b/.exec(text ?? '')?.[1])
  const code = texts.findLast((found) => found !== undefined)
  assert(code !== undefined, 'a code is in a mail')
  return code
}

const enter = async (email: string, purchase_session_token?: string) => {
  const { body } = await withNothing(server.current).post(
    `${portal}/customer-session/authenticate`,
    { organization_id: acme.id, email, code: await codeTo(email), purchase_session_token },
  )
  return withToken(server.current, String(body?.['token']))
}

describe('a stranger whom the seller knows by an external id, and who types the address of a victim', () => {
  it('sees nothing of what the victim buys later', async () => {
    const [email, account] = [newAddress(), newAddress()]
    await buyAs(account, email)
    const victim = await buy(email)
    const sessions = [
      await sessionOf(account),
      withToken(server.current, await buyAs(account, email)),
    ]
    for (const session of sessions) {
      const { text } = await session.get(`${portal}/orders/`)
      expect(text).not.toContain(victim)
      expect(text).not.toContain(secretStreet)
      expect(await idsAt(session, `${portal}/orders/`)).not.toHaveLength(0)
      expect(await idsAt(session, `${portal}/subscriptions/`)).toEqual([])
    }
    const entered = await enter(email)
    expect(await idsAt(entered, `${portal}/orders/`)).toHaveLength(1)
    expect(await idsAt(entered, `${portal}/subscriptions/`)).toHaveLength(1)
  })

  it('sees nothing of it either after the victim has entered a code', async () => {
    const [email, account] = [newAddress(), newAddress()]
    await buyAs(account, email)
    await enter(email)
    await buy(email)
    expect(await idsAt(await sessionOf(account), `${portal}/subscriptions/`)).toEqual([])
  })

  it('is not verified by the code of the victim', async () => {
    const [email, account] = [newAddress(), newAddress()]
    await buyAs(account, email)
    await enter(email)
    const found = await seller.get(`/customers/external/${account}`)
    expect(found.body).toMatchObject({ email, email_verified: false })
  })

  it('does not get the address by writing it differently', async () => {
    const [email, account] = [newAddress(), newAddress()]
    await buyAs(account, email)
    const session = await sessionOf(account)
    for (const spelled of [email, email.toUpperCase()]) {
      const changed = await session.patch(`${portal}/customers/me`, { email: spelled })
      expect(changed.body).toMatchObject({ email: spelled })
    }
    await buy(email)
    expect(await idsAt(session, `${portal}/subscriptions/`)).toEqual([])
  })

  it('does not keep another with the same address from their own customer', async () => {
    const [email, account, honest] = [newAddress(), newAddress(), newAddress()]
    await buyAs(account, email)
    const own = await enter(email, await buyAs(honest, email))
    const { body } = await own.get(`${portal}/customers/me`)
    const found = await seller.get(`/customers/external/${honest}`)
    expect(body?.['id']).toBe(found.body?.['id'])
    expect(await idsAt(await enter(email), `${portal}/orders/`)).toHaveLength(1)
    expect((await seller.get(`/customers/external/${honest}`)).body).toMatchObject({
      email_verified: true,
    })
  })

  it('does not keep the seller from giving the address to its owner', async () => {
    const [email, account] = [newAddress(), newAddress()]
    await buyAs(account, email)
    const owner = await newCustomer(seller, { email })
    const found = await seller.get(`/customers/?email=${encodeURIComponent(email)}`)
    expect(page.parse(found.body).items.map(({ id }) => id)).toContain(owner.id)
    const again = await seller.post('/customers/', { email: email.toUpperCase() })
    expect(briefOf(again)).toBe('422 RequestValidationError body.email')
  })
})

describe('a buyer whom the seller knows by an external id, and who types their own address', () => {
  it('signs in with a code', async () => {
    const [email, account] = [newAddress(), newAddress()]
    await buyAs(account, email)
    expect(await idsAt(await enter(email), `${portal}/orders/`)).toHaveLength(1)
  })

  it('has one customer for everything once a code was entered after the purchase', async () => {
    const [email, account] = [newAddress(), newAddress()]
    await enter(email, await buyAs(account, email))
    await buy(email)
    const session = await sessionOf(account)
    expect(await idsAt(session, `${portal}/orders/`)).toHaveLength(2)
    expect(await idsAt(session, `${portal}/subscriptions/`)).toHaveLength(1)
  })

  it('has one customer for everything if the seller has given the address', async () => {
    const [email, account] = [newAddress(), newAddress()]
    await buyAs(account, newAddress())
    await seller.put(`/customers/external/${account}`, { email })
    await buy(email)
    expect(await idsAt(await sessionOf(account), `${portal}/subscriptions/`)).toHaveLength(1)
  })

  it('keeps their own customer where another is just buying with the address', async () => {
    const [email, account] = [newAddress(), newAddress()]
    const token = await buyAs(account, email)
    const other = await db.database.pool.connect()
    try {
      await other.query('begin')
      await other.query(
        `insert into customer (organization_id, id, email, created_at)
         values ($1, gen_random_uuid(), $2, now())`,
        [acme.id, email],
      )
      const entering = enter(email, token)
      await untilBlocked(db.database, entering)
      await other.query('commit')
      expect(await idsAt(await entering, `${portal}/orders/`)).toHaveLength(1)
    } finally {
      other.release()
    }
  })

  it('keeps their own customer where another has bought with the address before the code', async () => {
    const [email, account] = [newAddress(), newAddress()]
    const token = await buyAs(account, email)
    await buy(email)
    const own = await enter(email, token)
    expect((await own.get(`${portal}/customers/me`)).body).toMatchObject({ email_verified: true })
    expect(await idsAt(own, `${portal}/orders/`)).toHaveLength(1)
    expect(await idsAt(own, `${portal}/subscriptions/`)).toEqual([])
    expect(await idsAt(await enter(email), `${portal}/subscriptions/`)).toHaveLength(1)
  })
})
