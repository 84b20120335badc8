import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  button,
  facts,
  footer,
  heading,
  text,
} from '../packages/server/src/platform/mail/blocks.ts'
import {
  framePolicy,
  listPage,
  mailPage,
  pagePolicy,
} from '../packages/server/src/platform/mail/mailbox-page.ts'
import { renderMail } from '../packages/server/src/platform/mail/render.ts'
import { testBrowser } from './browser.ts'

const now = new Date()
const link = `https://shop.example/reset?token=${'abcdefgh'.repeat(12)}`
const mail = {
  id: 'one',
  recipient: 'somebody.with.a.very.long.name@subdomain.of.some.company.example',
  recipientName: 'Zoë',
  subject: 'Reset your password at the Shop of Unreasonably Long Names',
  createdAt: new Date(now.getTime() - 5_000_000),
}
const blocks = [
  heading('Reset your password'),
  text('Somebody, probably you, asked for a new password. The link works for one hour.'),
  button('Choose a new password', link),
  facts({ Device: 'Firefox on Linux', Address: '2a02:8109:8a40:1234:5678:9abc:def0:1234' }),
  footer(`Why you get this: https://shop.example/${'long'.repeat(20)}`),
]

const browser = testBrowser()
let server: Server
let origin = ''
beforeAll(async () => {
  const body = await renderMail(mail.subject, blocks)
  const pages: Record<string, readonly [string, string]> = {
    '/dev/mail': [await listPage([mail, { ...mail, subject: 'x'.repeat(200) }], now), pagePolicy],
    '/dev/mail/none': [await listPage([], now), pagePolicy],
    '/dev/mail/one': [await mailPage(mail, body, now), pagePolicy],
    '/dev/mail/one/body': [body.html, framePolicy],
  }
  server = createServer((request, response) => {
    const [html, policy] = pages[request.url ?? ''] ?? ['', pagePolicy]
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
    }
    response.writeHead(200, headers).end(html)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it.each(['/dev/mail', '/dev/mail/none', '/dev/mail/one', '/dev/mail/one/body'])(
  '%s fits every screen and violates no content security policy',
  async (path) => {
    const page = await browser.current.newPage()
    const consoleErrors: string[] = []
    page.on('console', (message) => consoleErrors.push(message.text()))
    await page.goto(origin + path)
    for (const width of [360, 1100]) {
      await page.setViewportSize({ width, height: 900 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const reach = () => page.evaluate('document.documentElement.scrollWidth')
        await expect.poll(reach).toBeLessThanOrEqual(width)
      }
    }
    expect(consoleErrors).toEqual([])
    await page.close()
  },
)

it('opens the link of a mail in a tab of its own, out of the sandbox', async () => {
  const page = await browser.current.newPage()
  await page
    .context()
    .route('https://shop.example/**', (route) => route.fulfill({ body: 'reached' }))
  await page.goto(`${origin}/dev/mail/one`)
  const opened = page.context().waitForEvent('page')
  await page.frameLocator('iframe').getByRole('link', { name: 'Choose a new password' }).click()
  const tab = await opened
  await tab.waitForLoadState()
  expect(tab.url()).toBe(link)
  expect(await tab.evaluate('window.origin')).toBe('https://shop.example')
  await page.context().close()
})
