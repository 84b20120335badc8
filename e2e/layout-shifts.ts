import type { Page } from 'playwright-core'

/** What Google’s vitals call good is 0.1; our pages stand still. */
export const shiftMax = 0.02

/** Adds up how far things move after they were painted, on each page that is opened from now on. */
export const countShifts = (page: Page) =>
  page.addInitScript(() => {
    const counted = Object.assign(globalThis, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        counted.shifted += 'value' in entry ? Number(entry.value) : 0
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

export async function shiftsOf(page: Page): Promise<unknown> {
  await twoFrames(page)
  return page.evaluate(() => Reflect.get(globalThis, 'shifted'))
}

/** What has changed is painted then. */
export const twoFrames = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
