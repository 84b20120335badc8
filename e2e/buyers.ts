import assert from 'node:assert/strict'
import type { Frame, Page } from 'playwright-core'
import * as z from 'zod/mini'
import type { Organization } from './organizations.ts'
import { createForSeller } from './sellers.ts'

export interface MadeCheckout {
  id: string
  url: string
  path: string
}

/** Creates a checkout as the seller who is signed in on the page. */
export async function makeCheckout(
  page: Page,
  organization: Organization,
  input: object,
): Promise<MadeCheckout> {
  const made = await createForSeller(page, organization, 'checkouts', input)
  assert(typeof made === 'object' && made !== null && 'url' in made && 'id' in made)
  const url = String(made.url)
  return { id: String(made.id), url, path: new URL(url).pathname }
}

export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  requiresAuthentication: '4000 0025 0000 3155',
} as const

/**
 * Fills the required fields, and waits for the total with tax. The default country requires no
 * further address.
 */
export async function fillBuyerDetails(
  page: Page | Frame,
  { email = 'buyer@example.com', country = 'SE' } = {},
) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Name on card').fill('Bea Buyer')
  await page.getByLabel('Country').selectOption(country)
  await page.locator('main [aria-busy=true]').waitFor({ state: 'detached' })
}

export async function fillCard(page: Page | Frame, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expires').fill('1234')
  await page.getByLabel('CVC').fill('123')
}

/** Fills the whole form, with a card that is accepted. */
export async function fillPaymentForm(
  page: Page | Frame,
  details?: Parameters<typeof fillBuyerDetails>[1],
): Promise<void> {
  await fillBuyerDetails(page, details)
  await fillCard(page, cards.good)
}

export const payButton = (page: Page | Frame) => page.locator('button[type=submit]')

/** Waits until the pay button has this label. */
export const expectLabel = (page: Page, label: string): Promise<void> =>
  payButton(page).filter({ hasText: label }).waitFor()

export const expectThanks = (page: Page | Frame): Promise<void> =>
  page.getByRole('heading', { name: /^Thank you/ }).waitFor()

/** Collects all requests of the page, so that a test can prove what was never sent. */
export function recordRequests(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  return sent
}

interface PublicServer {
  readonly url: string
  settle(): Promise<void>
}

/** Buys a product with a typed address, as anyone can who knows it. */
export async function buyWithTypedAddress(
  server: PublicServer,
  product: string,
  email: string,
): Promise<void> {
  const send = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await fetch(`${server.url}/v1/checkouts/client/${path}`, init)
    assert(answer.ok)
    return z.object({ client_secret: z.string() }).parse(await answer.json())
  }
  const { client_secret } = await send('', { product_id: product })
  await send(`${client_secret}/confirm`, {
    customer_email: email,
    customer_name: 'Somebody',
    customer_billing_address: { country: 'DE' },
    confirmation_token_id: 'tok_sandbox_ok',
  })
  await server.settle()
}
