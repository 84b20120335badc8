/** The theme of the opened checkout; `system` follows the visitor’s system. */
export type EmbedTheme = 'system' | 'light' | 'dark'

interface Embedded {
  /** The URL of the link. */
  url: string
  /** The origin of this server. */
  origin: string
  theme: EmbedTheme
}

/** The HTML that opens the checkout as an overlay of a seller’s page. */
export function embedCode({ url, origin, theme }: Embedded): string {
  const chosen = theme === 'system' ? '' : ` data-guildhall-checkout-theme="${theme}"`
  return [
    `<a href="${url}" data-guildhall-checkout${chosen}>Buy now</a>`,
    `<script src="${origin}/guildhall-embed.js" defer></script>`,
  ].join('\n')
}
