/** What a page says that is shown within another one, and only to the site it was made for. */
type News =
  | { event: 'loaded' }
  | { event: 'close' }
  | { event: 'confirmed' }
  | { event: 'success'; successURL: string; redirect: boolean }

export const isEmbedded = (): boolean =>
  new URLSearchParams(window.location.search).get('embed') === 'true' && window.parent !== window

export function tellHost(origin: string | null, news: News): void {
  if (!isEmbedded() || origin === null) return
  window.parent.postMessage({ type: 'GUILDHALL_CHECKOUT', ...news }, origin)
}

/** As the page around says it is called: enough to be told that there is nothing to see. */
export function askedEmbedOrigin(): string | null {
  const asked = new URLSearchParams(window.location.search).get('embed_origin')
  return asked !== null && URL.canParse(asked) ? new URL(asked).origin : null
}
