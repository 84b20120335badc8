import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  bookClub,
  ada as discordAda,
  startStandInDiscord,
} from '../packages/server/test/stand-in-discord.ts'
import { startStandInGitHub } from '../packages/server/test/stand-in-github.ts'
import { expectThanks, fillPaymentForm, makeCheckout, payButton } from './buyers.ts'
import { make, readProduct, setBenefits } from './catalog.ts'
import { hasFocus, type Person, press, serverWithOperator, toastsOn, wide } from './operators.ts'
import { addMember, createOrganization, type Organization } from './organizations.ts'
import { sell } from './sales.ts'
import { portalPath } from './sellers.ts'
import { expectAccessibleView, forEachView, openPath, rowsIn } from './visit.ts'

const discord = await startStandInDiscord()
const github = await startStandInGitHub()
const app = serverWithOperator({ ...discord.env, ...github.env })

let ada: Person
let jun: Person
let sellerPage: Page
let northwind: Organization
let role: string
let repository: string
let club: string
let code: string

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
  jun = await app.signUp('Jun Okafor')
  sellerPage = await app.persistentPageOf(ada)
  northwind = await createOrganization(sellerPage, 'Northwind Tools')
  await addMember(app, northwind, jun, 'member')
  const connected = await connectSeller('discord', (url) => discord.authorize(url, bookClub.id))
  role = await make(sellerPage, northwind, 'benefits', {
    type: 'discord',
    description: 'A seat in the book club',
    properties: { guild_token: connected.get('guild_token'), role_id: '71' },
  })
  await connectSeller('github', (url) => github.authorize(url))
  repository = await make(sellerPage, northwind, 'benefits', {
    type: 'github_repository',
    description: 'The source code',
    properties: { repository_owner: 'acme', repository_name: 'Rockets', permission: 'pull' },
  })
  club = await makeProduct('Membership', role)
  code = await makeProduct('Source', repository)
})

afterAll(async () => {
  await discord.stop()
  await github.stop()
})

const redirect = z.object({ url: z.string() })

async function connectSeller(
  service: 'discord' | 'github',
  decide: (url: string) => URL,
): Promise<URLSearchParams> {
  const data = { organization_id: northwind.id, return_to: '/connected' }
  const headers = { origin: new URL(sellerPage.url()).origin }
  const path = `/v1/integrations/${service}/connections/`
  const answer = await sellerPage.request.post(path, { data, headers })
  assert.equal(answer.status(), 201, await answer.text())
  const back = decide(redirect.parse(await answer.json()).url)
  const returned = await sellerPage.request.get(back.href, { maxRedirects: 0 })
  return new URLSearchParams(new URL(returned.headers()['location'] ?? '').hash.slice(1))
}

async function makeProduct(name: string, benefit: string): Promise<string> {
  const product = await make(sellerPage, northwind, 'products', {
    name,
    recurring_interval: null,
    prices: [{ amount_type: 'fixed', price_amount: 1000 }],
  })
  await setBenefits(sellerPage, product, [benefit])
  return product
}

/** Opens the portal of a new customer who has bought the product. */
async function portalOfBuyer(email: string, productId: string) {
  const customerId = await make(sellerPage, northwind, 'customers', { email })
  const { prices } = await readProduct(sellerPage, productId)
  await sell(app, northwind, { customerId, productId, priceId: String(prices[0].id) })
  const path = await portalPath(sellerPage, northwind, customerId)
  return { customerId, page: await app.openAsVisitor(path, wide) }
}

/** Stands in for the page where a person decides, which leads back by “Continue”. */
async function decideAt(
  page: Page,
  service: { url: string },
  decide: (address: string) => URL,
): Promise<void> {
  await page.route(`${service.url}/**`, async (route) => {
    const { href } = decide(route.request().url())
    const body = `<title>The service</title><a href="${href.replaceAll('&', '&amp;')}">Continue</a>`
    await route.fulfill({ contentType: 'text/html', body })
  })
}

const proceed = (page: Page) => page.getByRole('link', { name: 'Continue' }).click()

const title = (page: Page) => page.getByRole('heading', { level: 1 })

const section = (page: Page, name: string) => page.getByRole('region', { name })

const inEachView = (page: Page, name: string) =>
  forEachView(
    () => Promise.resolve(page),
    (_, view) => expectAccessibleView(page, name, view),
  )

const patience = { timeout: 20_000, interval: 50 }

const rolesAtDiscord = () => discord.members.rolesOf(bookClub.id, discordAda.id)

const untilAtDiscord = (roles: string[] | null) =>
  vi.waitFor(() => expect(rolesAtDiscord()).toEqual(roles), patience)

const codeFor = (email: string): Promise<string> =>
  vi.waitFor(async () => {
    const mail = (await app.server.sentMails()).findLast(({ to }) => to === email)
    const [, found] = /Code: ([A-Z0-9]{6})/.exec(mail?.text ?? '') ?? []
    expect(found).toBeDefined()
    return found ?? ''
  })

const dashboard = (rest: string) => `/dashboard/${northwind.slug}/${rest}`

const orders = z.object({ items: z.array(z.object({ id: z.string() })) })

async function orderOf(checkoutId: string): Promise<string> {
  const path = `/v1/orders/?organization_id=${northwind.id}&checkout_id=${checkoutId}`
  const { items } = orders.parse(await (await sellerPage.request.get(path)).json())
  return items[0]?.id ?? ''
}

test('a buyer connects Discord in the portal, gets the role, and loses it by a refund', async () => {
  const { path, id } = await makeCheckout(sellerPage, northwind, { products: [club] })
  const page = await app.openAsVisitor(path, wide)
  await fillPaymentForm(page, { email: 'mia@buyer.test' })
  await payButton(page).click()
  await expectThanks(page)
  const unready = page.getByRole('list', { name: 'Not ready yet' })
  const toPortal = unready.getByRole('link', {
    name: 'connect your Discord account in your portal',
  })
  await toPortal.waitFor()
  await inEachView(page, 'checkout-external-waiting')
  await toPortal.click()

  const held = section(page, 'Benefits')
  await held.getByText('confirm your address with a code below').waitFor()
  expect(await held.getByRole('button').count()).toBe(0)
  await inEachView(page, 'portal-external-unproved')
  const proof = section(page, 'Is this your address?')
  await proof.getByRole('button', { name: 'Email me a code' }).click()
  await proof.getByLabel('Code').fill(await codeFor('mia@buyer.test'))
  await proof.getByRole('button', { name: 'Confirm' }).click()

  const connect = held.getByRole('button', { name: 'Connect Discord' })
  await connect.waitFor()
  await inEachView(page, 'portal-external-waiting')
  await decideAt(page, discord, (address) => discord.decline(address))
  await connect.focus()
  await press(page, 'Enter')
  await proceed(page)
  const alert = page.getByRole('alert')
  await alert.getByText('Access was denied.').waitFor()
  expect(new URL(page.url()).hash).toBe('')
  await inEachView(page, 'portal-external-denied')

  await page.unrouteAll()
  await decideAt(page, discord, (address) => discord.identify(address))
  await alert.getByRole('button', { name: 'Try again' }).click()
  await proceed(page)
  await expect.poll(() => toastsOn(page)).toContain('Discord account ada connected')
  await held.getByText('Given to ada at Discord.').waitFor()
  expect(new URL(page.url()).hash).toBe('')
  expect(rolesAtDiscord()).toEqual(['71'])
  await inEachView(page, 'portal-external-granted')

  const seller = await app.openAs(ada, dashboard(`orders/${await orderOf(id)}`))
  await seller.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = seller.getByRole('dialog', { name: 'Refund order' })
  await dialog.getByRole('checkbox', { name: 'Take the benefits away' }).check()
  await dialog.getByRole('button', { name: /^Refund \$/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await untilAtDiscord([])
  await page.reload()
  await section(page, 'Orders').getByText('refunded').waitFor()
  expect(await held.count()).toBe(0)
  await section(page, 'Connected accounts').getByText('ada').waitFor()
})

test('a customer disconnects an account, which loses its benefits until another is connected', async () => {
  const { page, customerId } = await portalOfBuyer('kim@buyer.test', club)
  const held = section(page, 'Benefits')
  await decideAt(page, discord, (address) => discord.identify(address))
  await held.getByRole('button', { name: 'Connect Discord' }).click()
  await proceed(page)
  await held.getByText('Given to ada at Discord.').waitFor()
  discord.members.leave(bookClub.id, discordAda.id)
  await held.getByRole('button', { name: 'I left the server, add me again' }).click()
  await untilAtDiscord(['71'])
  await section(page, 'Connected accounts')
    .getByRole('button', { name: 'Disconnect ada at Discord…' })
    .focus()
  await press(page, 'Enter')
  const question = page.getByRole('alertdialog', { name: 'Disconnect ada at Discord?' })
  await question.getByText('The account loses “A seat in the book club”.').waitFor()
  await expectAccessibleView(page, 'portal-external-disconnect', { ...wide, window: true })
  await question.getByRole('button', { name: 'Disconnect' }).click()
  await held.getByText('Connect your Discord account to get this.').waitFor()
  await untilAtDiscord([])
  expect(await section(page, 'Connected accounts').count()).toBe(0)
  await expect.poll(() => hasFocus(title(page))).toBe(true)

  const seller = await app.openAs(ada, dashboard(`customers/${customerId}`))
  const entry = section(seller, 'Benefits').getByRole('listitem')
  await entry.getByText('waiting', { exact: true }).waitFor()
  await entry.getByText('The customer has to connect a Discord account').waitFor()
  await inEachView(seller, 'customer-external-benefit')
})

test('a link that was used before connects nothing', async () => {
  const { page } = await portalOfBuyer('lea@buyer.test', club)
  await page.getByText('As lea@buyer.test').waitFor()
  await openPath(page, `/portal/${northwind.slug}#platform=discord&state=used&code=used`)
  await page.reload()
  const alert = page.getByRole('alert')
  await alert.getByText('Your Discord account isn’t connected.').waitFor()
  await alert.getByText('This link was already used').waitFor()
  expect(new URL(page.url()).hash).toBe('')
})

/** Connects GitHub in the portal, where the invitation is refused. */
async function buyRefused(email: string): Promise<Page> {
  const { page } = await portalOfBuyer(email, code)
  const body = { message: 'Repository access blocked' }
  github.troubles.push({ on: /^PUT/, does: { refuses: 422, body } })
  await decideAt(page, github, (address) => github.authorize(address))
  await section(page, 'Benefits').getByRole('button', { name: 'Connect GitHub' }).click()
  await proceed(page)
  await section(page, 'Benefits').getByText('This could not be given to you at GitHub.').waitFor()
  return page
}

test('a seller reads why a repository was refused, and tries again', async () => {
  const page = await buyRefused('ivy@buyer.test')
  await section(page, 'Benefits').getByText('Northwind Tools can see why').waitFor()
  await inEachView(page, 'portal-external-failed')
  const path = dashboard(`benefits/${repository}`)
  const seller = await app.openAs(ada, path)
  const row = rowsIn(seller, 'Holders').filter({ hasText: 'ivy@buyer.test' })
  await row.getByText('GitHub says: Repository access blocked').waitFor()
  await row.getByText('failed', { exact: true }).waitFor()
  await inEachView(seller, 'benefit-external-failed')
  await seller.getByRole('button', { name: 'Status' }).focus()
  await press(seller, 'Enter')
  await seller.getByRole('menuitem', { name: 'Granted' }).click()
  await seller.waitForURL('**?holders=granted')
  await seller.getByText('Nothing is granted').waitFor()
  await openPath(seller, `${path}?holders=failed`)
  await row.getByRole('button', { name: 'Retry for ivy@buyer.test' }).focus()
  await press(seller, 'Enter')
  await expect.poll(() => toastsOn(seller)).toContain('Trying again for ivy@buyer.test')
  await expect.poll(() => hasFocus(title(seller))).toBe(true)
  await openPath(seller, path)
  await row.getByText('granted', { exact: true }).waitFor()
  expect(github.people.accessOf('acme/Rockets', 'ann')).toBe('invited: read')
  await page.reload()
  const invited = section(page, 'Benefits').getByRole('link', { name: 'Accept the invitation' })
  expect(await invited.getAttribute('href')).toBe('https://github.com/acme/Rockets/invitations')
  await inEachView(page, 'portal-external-invited')
})

test('all that failed is tried again at once, but not by read-only members', async () => {
  github.people.clear()
  github.at.login = 'gil'
  await buyRefused('gil@buyer.test')
  github.at.login = 'zoe'
  await buyRefused('zoe@buyer.test')
  const path = dashboard(`benefits/${repository}`)
  const reader = await app.openAs(jun, path)
  await rowsIn(reader, 'Holders')
    .getByText('GitHub says: Repository access blocked')
    .first()
    .waitFor()
  expect(await reader.getByRole('button', { name: /^Retry/ }).count()).toBe(0)
  const seller = await app.openAs(ada, path)
  await seller.getByRole('button', { name: 'Retry all 2 failed' }).click()
  await expect.poll(() => toastsOn(seller)).toContain('Trying 2 again')
  for (const email of ['gil@buyer.test', 'zoe@buyer.test']) {
    const row = rowsIn(seller, 'Holders').filter({ hasText: email })
    await row.getByText('granted', { exact: true }).waitFor()
  }
  expect(await seller.getByRole('button', { name: /^Retry/ }).count()).toBe(0)
  expect(github.people.accessOf('acme/Rockets', 'zoe')).toBe('invited: read')
})
