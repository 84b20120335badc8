import { beforeEach, expect } from 'vitest'
import type { MadeCustomer } from './customers.ts'
import { testDatabase } from './database.ts'
import { type BillingAnswer, type BillingCalls, withNothing } from './sellers.ts'
import { testServer } from './server.ts'
import { runOn } from './sql.ts'
import {
  advance,
  buyNamed,
  type Market,
  newMember,
  openMarket,
  plan,
  portalOf,
  statusOf,
} from './typed-purchases.ts'

interface Owed {
  readonly subscription: string
  readonly order: string
  /** Of the link that was mailed for it. */
  readonly secret: string
}

/** Longer than every month. */
export const overdueDays = 32

export const linkPath = (secret: string): string => `/pay-links/${secret}`
export const orderPath = (id: string): string => `/customer-portal/orders/${id}`

/** For the payments that wait for their customers. */
export const aQuarterOfAnHourLater = `
  update payment set confirm_by = started_at, resume_at = started_at
   where confirm_by is not null and status = 'pending'`

export const declined = 'failed generic_decline'

/** A server with a seller and a customer, new for each test, whose renewals fail. */
export function openOrders() {
  const db = testDatabase()
  const server = testServer(db)
  const at: { market?: Market; ada?: MadeCustomer } = {}
  beforeEach(async () => {
    at.market = await openMarket(server.current)
    at.ada = await newMember(at.market)
  })
  const market = (): Market => at.market ?? expect.fail('the market opens before each test')
  const ada = (): MadeCustomer => at.ada ?? expect.fail('she is there before each test')

  async function openOrder(subscription: string): Promise<string> {
    const [row] = await runOn<{ id: string }>(
      db.ownerUrl,
      `select id from orders where subscription_id = '${subscription}' and status = 'pending'`,
    )
    return row?.id ?? ''
  }

  async function mailedSecret(): Promise<string> {
    const mails = await server.current.sentMails()
    const [link = ''] = mails.findLast(({ to }) => to === ada().email)?.links ?? []
    return link.split('/pay/')[1] ?? ''
  }

  /** A subscription of 20 dollars whose renewal failed. */
  async function overdue(card = 'tok_sandbox_fails_later'): Promise<Owed> {
    const product = await plan(market(), 2000)
    const { subscriptionId } = await buyNamed(market(), product, { card, customer_id: ada().id })
    await advance(market(), overdueDays)
    expect(await statusOf(market(), subscriptionId)).toBe('past_due')
    const [order, secret] = [await openOrder(subscriptionId), await mailedSecret()]
    return { subscription: subscriptionId, order, secret }
  }

  /** The outcomes of an order’s payments, repeated ones once: dunning’s depend on the month. */
  async function payments(order: string): Promise<string[]> {
    const rows = await runOn<{ line: string }>(
      db.ownerUrl,
      `select status || ' ' || coalesce(decline_reason, '-') as line from payment
        where order_id = '${order}' order by created_at, id`,
    )
    return rows.map(({ line }) => line).filter((line, place, all) => line !== all[place - 1])
  }

  const stranger = (): BillingCalls => withNothing(server.current)
  return {
    db,
    server,
    market,
    ada,
    openOrder,
    overdue,
    payments,
    stranger,
    payByLink: (secret: string, token = 'tok_sandbox_ok', headers = {}): Promise<BillingAnswer> =>
      stranger().post(`${linkPath(secret)}/payments`, { confirmation_token_id: token }, headers),
    confirmByLink: (secret: string, { body }: BillingAnswer): Promise<BillingAnswer> =>
      stranger().post(`${linkPath(secret)}/payments/${String(body?.['id'])}/confirm`, {}),
    /** In the portal. */
    pay: async (order: string, body: object): Promise<BillingAnswer> =>
      (await portalOf(market(), ada())).post(`${orderPath(order)}/payments`, body),
  }
}
