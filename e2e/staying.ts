import type { BrowserContext, Page } from 'playwright-core'

/**
 * To load the application takes a browser four times as long as to go from one of its pages to
 * another. So a window stays within it from one person to the next. Between them it stands where
 * the application has nothing, and has forgotten what it was told.
 */
export const betweenPath = '/nobody'

const ofApplication = /^\/(account|admin|dashboard|organizations)\b/

export const isOfApplication = (path: string): boolean => ofApplication.test(path)

export const isBetween = (page: Page): boolean => pathOf(page) === betweenPath

export const pathOf = (page: Page): string => new URL(page.url(), 'http://nowhere').pathname

/** Whether it got there, and the page is as a new one again. */
export function goBetween(page: Page): Promise<boolean> {
  return page.evaluate(leaveFor, betweenPath)
}

/** Goes on from there, as if the application were loaded anew. */
export async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate(arriveAt, path)
}

declare global {
  interface Window {
    /** From now on nobody hears what was asked for until now, and nobody asks. */
    endVisit?: () => void
    beginVisit?: () => void
  }
}

/** For every document of a window. */
export async function prepareToStay(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const ask = window.fetch
    const never = () => new Promise<never>(() => undefined)
    let visit: AbortController | null = new AbortController()
    async function during<T>(own: AbortController, answer: Promise<T>): Promise<T> {
      try {
        return await answer
      } finally {
        if (own !== visit) await never()
      }
    }
    window.fetch = async (...asked) => {
      const own = visit
      if (own === null) return never()
      const request = new Request(...asked)
      const signal = AbortSignal.any([request.signal, own.signal])
      const answer = await during(own, ask(request, { signal }))
      const text = () => during(own, Response.prototype.text.call(answer))
      return Object.assign(answer, { text })
    }
    window.endVisit = () => {
      // An answer that came later could bring the cookies of the one who leaves.
      visit?.abort()
      visit = null
    }
    window.beginVisit = () => {
      visit = new AbortController()
    }
  })
}

async function leaveFor(path: string): Promise<boolean> {
  const router = window.__TSR_ROUTER__
  if (router === undefined || window.endVisit === undefined) return false
  const { queryClient } = router.options.context
  const { resolvedLocation } = router.stores
  window.endVisit()
  // A page that hasn't come yet is given up, else it would say what is missing.
  go()
  // Who waits for an answer goes on now or never: with a toast, or to another page.
  await queryClient.cancelQueries()
  await settle(() => {
    const isOnTheWay = router.latestLocation.pathname === path
    if (isOnTheWay) return resolvedLocation.get()?.pathname === path
    go()
    return false
  })
  for (const storage of [localStorage, sessionStorage]) storage.clear()
  // As another tab would tell it.
  dispatchEvent(new StorageEvent('storage', { key: null }))
  queryClient.getMutationCache().clear()
  const queries = queryClient.getQueryCache()
  for (const query of queries.getAll()) {
    // What every page looks at would else keep the answer that it has.
    if (query.getObserversCount() > 0) query.reset()
    else queries.remove(query)
  }
  router.clearCache()
  const dismissals = document.querySelectorAll<HTMLElement>('.toast [aria-label=Dismiss]')
  for (const button of dismissals) button.click()
  const { body } = document
  // The places of the application and of its toasts.
  const isBare = () =>
    body.childElementCount <= 2 && body.style.length === 0 && body.querySelector('.toast') === null
  await settle(isBare)
  // Tab leads from here to what comes first.
  body.tabIndex = -1
  body.focus()
  body.removeAttribute('tabindex')
  return isBare() && resolvedLocation.get()?.pathname === path

  function go(): void {
    // A first page has none before it, from which the focus would go to its title.
    resolvedLocation.set(() => undefined)
    void router?.navigate({ href: path, replace: true, ignoreBlocker: true })
  }

  async function settle(isSettled: () => boolean): Promise<void> {
    const framesMax = 60
    for (let frames = 0; frames < framesMax; frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      if (isSettled()) return
    }
  }
}

async function arriveAt(path: string): Promise<void> {
  const router = window.__TSR_ROUTER__
  if (router === undefined) throw new Error('the application is not there')
  window.beginVisit?.()
  for (const query of router.options.context.queryClient.getQueryCache().getAll()) query.reset()
  router.stores.resolvedLocation.set(() => undefined)
  await router.navigate({ href: path })
}
