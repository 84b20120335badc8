/** What the opened checkout looks like; by itself as the visitor’s system says. */
export type EmbedTheme = 'system' | 'light' | 'dark'

interface Embedded {
  /** Of the link. */
  url: string
  /** Where this server is. */
  origin: string
  theme: EmbedTheme
}

/** What a seller puts into a page, so that the checkout opens over it. */
export function embedCode({ url, origin, theme }: Embedded): string {
  const chosen = theme === 'system' ? '' : ` data-guildhall-checkout-theme="${theme}"`
  return [
    `<a href="${url}" data-guildhall-checkout${chosen}>Buy now</a>`,
    `<script src="${origin}/guildhall-embed.js" defer data-auto-init></script>`,
  ].join('\n')
}
