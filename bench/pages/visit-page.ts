import type { Browser, CDPSession, Page } from 'playwright-core'

/** What a visitor does after the page has loaded, whose delay is measured. */
export type Interact = (page: Page) => Promise<void>

export interface Visited {
  readonly page: string
  readonly interact: Interact
}

export interface Vitals {
  readonly lcpMilliseconds: number
  readonly layoutShift: number
  readonly inpMilliseconds: number
  /** As they were transferred: of the scripts that were requested before the largest paint. */
  readonly firstScriptBytes: number
  /** Of all, also those that are loaded ahead for later. */
  readonly scriptBytes: number
}

interface Observed {
  lcp: number
  shift: number
  inp: number
}

declare global {
  interface Window {
    observed: Observed
  }
}

/** As Lighthouse defines it. */
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}

const cpuSlowdown = 4
const settleMilliseconds = 3_000

/** A first visit with a phone: nothing is cached. */
export async function visitPage(
  browser: Browser,
  { page: url, interact }: Visited,
  cookie: string | null,
): Promise<Vitals> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 780 },
    ...(cookie !== null && { extraHTTPHeaders: { cookie } }),
  })
  try {
    const page = await context.newPage()
    await slowDown(await context.newCDPSession(page))
    await page.addInitScript(observe)
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.waitForTimeout(settleMilliseconds)
    await interact(page)
    await page.waitForTimeout(settleMilliseconds)
    const { lcp, shift, inp } = await page.evaluate(() => window.observed)
    if (lcp === 0) throw new Error(`nothing was painted at ${url}`)
    return {
      lcpMilliseconds: lcp,
      layoutShift: shift,
      inpMilliseconds: inp,
      firstScriptBytes: await page.evaluate(scriptBytes, lcp),
      scriptBytes: await page.evaluate(scriptBytes, Number.MAX_VALUE),
    }
  } finally {
    await context.close()
  }
}

async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}

/** Runs in the page, before its own scripts; without helpers, which the page doesn't have. */
function observe(): void {
  window.observed = { lcp: 0, shift: 0, inp: 0 }
  for (const type of ['largest-contentful-paint', 'layout-shift', 'event']) {
    const options = { type, buffered: true, durationThreshold: 16 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { observed } = window
        const has = { hadRecentInput: false, value: 0, interactionId: 0, ...entry.toJSON() }
        if (type === 'largest-contentful-paint') observed.lcp = entry.startTime
        if (type === 'layout-shift' && !has.hadRecentInput) observed.shift += has.value
        if (type === 'event' && has.interactionId > 0) {
          observed.inp = Math.max(observed.inp, entry.duration)
        }
      }
    }).observe(options)
  }
}

/** Runs in the page: the size of the scripts that were requested until then. */
function scriptBytes(until: number): number {
  let sum = 0
  for (const entry of performance.getEntriesByType('resource')) {
    const { encodedBodySize } = entry.toJSON()
    const isScript = new URL(entry.name).pathname.endsWith('.js')
    if (isScript && entry.startTime < until) sum += encodedBodySize
  }
  return sum
}
