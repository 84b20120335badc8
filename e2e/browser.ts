import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchBrowser } from '../tools/browser.ts'

// The test files of a worker share it and nothing else: each file closes its contexts, and the
// browser exits with the worker.
let launched: Promise<Browser> | null = null

/** The browser for the tests of a file; available inside tests and hooks only. */
export function testBrowser(): { readonly current: Browser } {
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await connectedBrowser()
  })
  afterEach(async ({ task }) => {
    const [failure] = task.result?.errors ?? []
    if (failure) failure.message += await describePages(browser)
  })
  afterAll(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
  })
  return {
    get current() {
      assert(browser !== undefined, 'the browser is available inside tests and hooks only')
      return browser
    },
  }
}

async function connectedBrowser(): Promise<Browser> {
  const known = await launched
  if (known?.isConnected()) return known
  launched = launchBrowser()
  return launched
}

/** The pages that a failed test left open, as a screen reader presents them. */
async function describePages(browser: Browser | undefined): Promise<string> {
  const pages = browser?.contexts().flatMap((context) => context.pages()) ?? []
  return (await Promise.all(pages.map(describePage))).join('')
}

async function describePage(page: Page): Promise<string> {
  const content = await page.ariaSnapshot({ timeout: 5_000 }).catch(String)
  const focus = await page.evaluate(openingTagOfFocus).catch(String)
  return `\n\n${page.url()}\n${content}\nThe focus is in ${focus}`
}

const openingTagOfFocus = () => document.activeElement?.outerHTML.replace(/>[^]*/, '>')
