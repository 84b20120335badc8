import type { BrowserContext, Page } from 'playwright-core'

/**
 * Loading the application costs a browser several times what a route change within it does, so a
 * window stays in the application from one visitor to the next: loading it for each test would
 * take 15 % more processor time. A reset window is at a route that does not exist, without cache.
 */
export const resetPath = '/nobody'

const appPaths = /^\/(account|admin|dashboard|organizations)\b/

export const isAppPath = (path: string): boolean => appPaths.test(path)

export const isReset = (page: Page): boolean => pathOf(page) === resetPath

export const pathOf = (page: Page): string => new URL(page.url(), 'http://nowhere').pathname

/** Goes to that route and clears all state; returns whether it succeeded. */
export function resetWindow(page: Page): Promise<boolean> {
  return page.evaluate(resetTo, resetPath)
}

/** Opens a route in a reset window as if the application had just been loaded. */
export async function navigateWithinApp(page: Page, path: string): Promise<void> {
  await page.evaluate(navigateTo, path)
}

declare global {
  interface Window {
    /** Aborts all pending requests, and drops later ones until the next visit. */
    endVisit?: () => void
    beginVisit?: () => void
  }
}

/** Must be called before a context opens its first document. */
export async function prepareForReuse(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const originalFetch = window.fetch
    const never = () => new Promise<never>(() => undefined)
    let visit: AbortController | null = new AbortController()
    async function during<T>(own: AbortController, answer: Promise<T>): Promise<T> {
      try {
        return await answer
      } finally {
        if (own !== visit) await never()
      }
    }
    window.fetch = async (...input) => {
      const own = visit
      if (own === null) return never()
      const request = new Request(...input)
      const signal = AbortSignal.any([request.signal, own.signal])
      const answer = await during(own, originalFetch(request, { signal }))
      const text = () => during(own, Response.prototype.text.call(answer))
      return Object.assign(answer, { text })
    }
    window.endVisit = () => {
      // A late response could set the last visitor's cookies.
      visit?.abort()
      visit = null
    }
    window.beginVisit = () => {
      visit = new AbortController()
    }
  })
}

async function resetTo(path: string): Promise<boolean> {
  const router = window.__TSR_ROUTER__
  if (router === undefined || window.endVisit === undefined) return false
  const { queryClient } = router.options.context
  const { resolvedLocation } = router.stores
  window.endVisit()
  // Leaves a page that is still loading, which would otherwise report missing data.
  go()
  // Code that awaited a query continues now, perhaps with a toast or a navigation.
  await queryClient.cancelQueries()
  await settle(() => {
    const isNavigatingThere = router.latestLocation.pathname === path
    if (isNavigatingThere) return resolvedLocation.get()?.pathname === path
    go()
    return false
  })
  for (const storage of [localStorage, sessionStorage]) storage.clear()
  // Browsers send this event to other tabs only.
  dispatchEvent(new StorageEvent('storage', { key: null }))
  queryClient.getMutationCache().clear()
  const queries = queryClient.getQueryCache()
  const isUnobserved = (query: { getObserversCount: () => number }) =>
    query.getObserversCount() === 0
  // A query with observers keeps its data unless it is reset; others are removed below.
  for (const query of queries.getAll()) if (!isUnobserved(query)) query.reset()
  router.clearCache()
  const dismissals = document.querySelectorAll<HTMLElement>('.toast [aria-label=Dismiss]')
  for (const button of dismissals) button.click()
  const { body } = document
  // The roots of the application and of its toasts.
  const isBare = () =>
    body.childElementCount <= 2 && body.style.length === 0 && body.querySelector('.toast') === null
  // The loader of a page that was left may still add a query for some frames.
  let calmFrames = 0
  await settle(() => {
    const left = queries.getAll().filter(isUnobserved)
    for (const query of left) queries.remove(query)
    calmFrames = isBare() && left.length === 0 ? calmFrames + 1 : 0
    return calmFrames === 3
  })
  // From here Tab reaches the first element.
  body.tabIndex = -1
  body.focus()
  body.removeAttribute('tabindex')
  return isBare() && resolvedLocation.get()?.pathname === path

  function go(): void {
    // With a previous location the router would move the focus to the title.
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

async function navigateTo(path: string): Promise<void> {
  const router = window.__TSR_ROUTER__
  if (router === undefined) throw new Error('the application is not loaded')
  window.beginVisit?.()
  for (const query of router.options.context.queryClient.getQueryCache().getAll()) query.reset()
  router.stores.resolvedLocation.set(() => undefined)
  await router.navigate({ href: path })
}
