import { afterAll, beforeAll, test } from 'vitest'
import { testBrowser } from './browser.ts'
import { type Site, startSite } from './site.ts'
import { expectPublicPageInOrder } from './visit.ts'

let site: Site
const browser = testBrowser()

beforeAll(async () => {
  site = await startSite()
})

afterAll(async () => {
  await site.stop()
})

const pages = [
  ['api-reference', '/docs'],
  ['authentication-error', '/api/auth/error?error=state_not_found'],
] as const

test.each(pages)('%s, which the server writes, is in order', (name, path) =>
  expectPublicPageInOrder(name, { browser: browser.current, origin: site.url, path }),
)
