import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchBrowser } from '../tools/browser.ts'

// The one thing that the files of a worker share. It ends with their process, and what they did in
// it is gone with their contexts.
let launched: Promise<Browser> | null = null

/** A browser for the tests of a file; to be used inside tests and hooks only. */
export function testBrowser(): { readonly current: Browser } {
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await livingBrowser()
  })
  afterEach(async ({ task }) => {
    const [failure] = task.result?.errors ?? []
    if (failure) failure.message += await pagesOf(browser)
  })
  afterAll(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
  })
  return {
    get current() {
      assert(browser !== undefined, 'there is a browser inside tests and hooks only')
      return browser
    },
  }
}

async function livingBrowser(): Promise<Browser> {
  const known = await launched
  if (known?.isConnected()) return known
  launched = launchBrowser()
  return launched
}

/** What a failed test leaves open, as a screen reader would tell it. */
async function pagesOf(browser: Browser | undefined): Promise<string> {
  const pages = browser?.contexts().flatMap((context) => context.pages()) ?? []
  return (await Promise.all(pages.map(tell))).join('')
}

async function tell(page: Page): Promise<string> {
  const content = await page.ariaSnapshot({ timeout: 5_000 }).catch(String)
  const focus = await page.evaluate(openingTagOfFocus).catch(String)
  return `\n\n${page.url()}\n${content}\nThe focus is in ${focus}`
}

const openingTagOfFocus = () => document.activeElement?.outerHTML.replace(/>[^]*/, '>')
