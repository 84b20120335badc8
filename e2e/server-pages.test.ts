import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser } from '../tools/browser.ts'
import { type Site, startSite } from './site.ts'
import { expectPublicPageInOrder } from './visit.ts'

let site: Site
let browser: Browser

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await site.stop()
})

const pages = [
  ['api-reference', '/docs'],
  ['authentication-error', '/api/auth/error?error=state_not_found'],
] as const

test.each(pages)('%s, which the server writes, is in order', (name, path) =>
  expectPublicPageInOrder(name, { browser, origin: site.url, path }),
)
