/**
 * Messages to the embedding page, sent only to the origin that may embed the checkout. They contain
 * nothing secret: neither the buyer’s session nor what opens the checkout.
 */
type HostMessage =
  | { event: 'loaded' }
  | { event: 'close' }
  | { event: 'confirmed' }
  | { event: 'success'; successURL: string | null; redirect: boolean }

export const isEmbedded = (): boolean =>
  new URLSearchParams(window.location.search).get('embed') === 'true' && window.parent !== window

export function notifyHost(origin: string | null, message: HostMessage): void {
  if (!isEmbedded() || origin === null) return
  window.parent.postMessage({ type: 'GUILDHALL_CHECKOUT', ...message }, origin)
}

/** The origin that the embedding page claims: enough to report that a checkout can’t be shown. */
export function askedEmbedOrigin(): string | null {
  const asked = new URLSearchParams(window.location.search).get('embed_origin')
  return asked !== null && URL.canParse(asked) ? new URL(asked).origin : null
}
