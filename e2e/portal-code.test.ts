import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { hasFocus, serverWithOperator, wide } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import { createForSeller } from './sellers.ts'
import { expectAccessibleView, forEachView, type View } from './visit.ts'

const app = serverWithOperator()

let sellerPage: Page
let northwind: Organization

beforeAll(async () => {
  sellerPage = await app.persistentPageOf(await app.signUp('Ada Lindqvist'))
  northwind = await createOrganization(sellerPage, 'Northwind Tools')
})

const newCustomer = (email: string) =>
  createForSeller(sellerPage, northwind, 'customers', { email })

/** A customer who has asked twice, so that the last mail has the long code, too. */
async function longCodeFor(email: string): Promise<string> {
  await newCustomer(email)
  for (const mails of [1, 2]) {
    const body = { organization_id: northwind.id, email }
    await fetch(`${app.server.url}/v1/customer-portal/customer-session/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await vi.waitFor(async () => expect(await mailsTo(email)).toHaveLength(mails))
    // Another mail is sent after a minute.
    await app.query(`update portal_code set created_at = created_at - interval '2 minutes'`, [])
  }
  const [code] = /\b[A-Z2-7]{4}(-[A-Z2-7]{4}){3}\b/.exec((await mailsTo(email)).at(-1) ?? '') ?? []
  expect(code).toBeDefined()
  return code ?? ''
}

const mailsTo = async (email: string) =>
  (await app.server.sentMails()).filter(({ to }) => to === email).map(({ text }) => text)

/** With the keyboard alone, up to the field for the code. */
async function askForCode(email: string, view: View = wide): Promise<Page> {
  const page = await app.openAsVisitor(`/portal/${northwind.slug}`, view)
  await tabTo(page, 'Email address')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
  // Where there is a mouse, and no keyboard that covers half of the page, the field has the focus.
  await tabTo(page, 'Code')
  return page
}

async function tabTo(page: Page, label: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  for (let tabs = 0; tabs < 20 && !(await hasFocus(field)); tabs += 1) {
    await page.keyboard.press('Tab')
  }
  expect(await hasFocus(field)).toBe(true)
}

test('a long code is typed with the keyboard alone, in small letters', async () => {
  const email = 'typing@buyer.example'
  const long = await longCodeFor(email)
  const page = await askForCode(email)
  await page.keyboard.type('wrong1')
  await page.keyboard.press('Enter')
  await page.getByText(/If your last email has a longer code, enter that one/).waitFor()
  expect(await hasFocus(page.getByLabel('Code'))).toBe(true)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(long.toLowerCase())
  await page.keyboard.press('Enter')
  await page.getByText(`As ${email}`).waitFor()
})

test('a long code is pasted as it was copied, with spaces around it', async () => {
  const email = 'pasting@buyer.example'
  const long = await longCodeFor(email)
  const page = await askForCode(email)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), `  ${long}  \n`)
  await page.keyboard.press('ControlOrMeta+V')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await hasFocus(page.getByRole('button', { name: 'Enter' }))).toBe(true)
  await page.keyboard.press('Space')
  await page.getByText(`As ${email}`).waitFor()
})

test('the longest code and every answer to it fit and are accessible', async () => {
  const email = 'bartholomew.maximilian.featherstonehaugh@a-company-with-a-long-name.example'
  const long = await longCodeFor(email)
  await forEachView(
    (view) => askForCode(email, view),
    async (page, view) => {
      const code = page.getByLabel('Code')
      await code.fill(long)
      await expectAccessibleView(page, 'portal-long-code', view)
      await code.fill(long.slice(0, -1))
      await page.keyboard.press('Enter')
      await page.getByText(/or 16 if it is the longer one/).waitFor()
      await expectAccessibleView(page, 'portal-long-code-short', view)
      await code.fill('AAAA-AAAA-AAAA-AAAA')
      await page.keyboard.press('Enter')
      await page.getByText('This code is incorrect').waitFor()
      await expectAccessibleView(page, 'portal-long-code-wrong', view)
    },
  )
  const page = await askForCode(email)
  await page.keyboard.type(long)
  await page.keyboard.press('Enter')
  await page.getByText(`As ${email}`).waitFor()
})
