interface EmbeddedCheckout {
  readonly embedOrigin: string | null
  /** Whether the seller named that site; otherwise a visitor claims it. */
  readonly isEmbedOriginGiven: boolean
  readonly successUrl: string | null
}

interface Sites {
  /** The origin of this server. */
  readonly own: string
  /** The sites that the organization lists. */
  readonly listed: readonly string[]
}

/**
 * The only site that may embed the checkout; null for none. Anyone can open a checkout in the name
 * of any site, so a site that the seller did not name must be allowed by the organization: by its
 * list or, without one, by the success URL. This server's own pages may always embed.
 */
export function embedderOf(
  { embedOrigin, isEmbedOriginGiven, successUrl }: EmbeddedCheckout,
  { own, listed }: Sites,
): string | null {
  if (embedOrigin === null || isEmbedOriginGiven) return embedOrigin
  const allowed = listed.length > 0 ? listed : [successUrl === null ? null : originOf(successUrl)]
  return embedOrigin === originOf(own) || allowed.includes(embedOrigin) ? embedOrigin : null
}

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null)
