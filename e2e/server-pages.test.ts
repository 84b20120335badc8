import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../tools/browser.ts'
import { type Site, startSite } from './site.ts'
import {
  arrive,
  beyondTheKeyboard,
  faultsOfAccess,
  overflow,
  picture,
  views,
  visit,
} from './visit.ts'

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

describe.each(views)('pages that the server writes, $width px, $theme', (view) => {
  test.each(pages)('%s', async (name, path) => {
    const { page, context, complaints } = await visit(browser, site.url, view)
    await arrive(page, path)
    await picture(page, name, view)
    expect(await overflow(page)).toBe(0)
    expect(await faultsOfAccess(page)).toEqual([])
    expect(await beyondTheKeyboard(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})
